package io.olm4j.bench.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine of a measurement.
 *
 * @param loadAverage of the last minute, before the first scenario
 */
record Machine(int processors, String processor, long memoryMebibytes, String kernel, double loadAverage) {

    static Machine current() throws IOException {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                value(Path.of("/proc/cpuinfo"), "model name"),
                Long.parseLong(value(Path.of("/proc/meminfo"), "MemTotal").replace(" kB", "")) / 1024,
                Files.readString(Path.of("/proc/sys/kernel/osrelease")).strip(),
                MachineClock.loadAverage());
    }

    private static String value(Path file, String key) throws IOException {
        return Files.readString(file)
                .lines()
                .filter(line -> line.startsWith(key))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown");
    }
}
