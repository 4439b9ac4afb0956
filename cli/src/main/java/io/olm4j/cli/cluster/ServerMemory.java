package io.olm4j.cli.cluster;

import java.util.List;
import java.util.Map;

/**
 * Bounds the memory of a process that stays for long, as the launcher of a distribution does. Garbage of a large
 * catalog goes back to the machine when the process is idle, from the heap and from the C library. The buffers outside
 * the heap that Java keeps for each thread that wrote a file have at most 256 KiB; otherwise one of the size of the
 * largest object that was written would stay.
 */
final class ServerMemory {

    /** Options of the JVM; the launcher of a distribution says why. */
    static final List<String> OPTIONS = List.of(
            "-Xmx512m",
            "-Xms32m",
            "-XX:+UseCompactObjectHeaders",
            "-XX:+UseG1GC",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:GCTimeRatio=4",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:G1ExpandByPercentOfAvailable=3",
            "-XX:-G1UseAdaptiveIHOP",
            "-XX:InitiatingHeapOccupancyPercent=55",
            "-XX:G1PeriodicGCInterval=60000",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30",
            "-XX:TrimNativeHeapInterval=30000",
            "-Djdk.nio.maxCachedBufferSize=262144",
            "-Dio.netty.jfr.enabled=false",
            // As in a distribution: the second compiler would take a third of a start and 20 MiB.
            "-XX:TieredStopAtLevel=1");

    private ServerMemory() {}

    /** By default the C library keeps what was freed in as many as eight arenas a processor. */
    static void limit(Map<String, String> environment) {
        environment.putIfAbsent("MALLOC_ARENA_MAX", "2");
    }
}
