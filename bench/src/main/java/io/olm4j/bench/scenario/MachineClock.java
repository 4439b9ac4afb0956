package io.olm4j.bench.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Processor time of the machine at a moment.
 *
 * @param nanos the moment, as {@link System#nanoTime()}
 * @param busySeconds of all processes and of the kernel, all processors together
 * @param ownSeconds of this process and its descendants
 */
record MachineClock(long nanos, double busySeconds, double ownSeconds) {

    private static final Path STAT = Path.of("/proc/stat");
    private static final Path LOAD = Path.of("/proc/loadavg");

    static MachineClock now() {
        // First those of others, so that a process which works meanwhile does not count as another one.
        double busy = busySeconds(read(STAT));
        double own = Stream.concat(
                        Stream.of(ProcessHandle.current()),
                        ProcessHandle.current().descendants())
                .map(handle -> ProcessUsage.of(handle.pid()))
                .flatMap(Optional::stream)
                .mapToDouble(usage -> usage.cpuSeconds() + usage.childrenSeconds())
                .sum();
        return new MachineClock(System.nanoTime(), busy, own);
    }

    /** Processors that others used since an earlier moment. */
    double othersSince(MachineClock earlier) {
        double others = busySeconds - earlier.busySeconds - (ownSeconds - earlier.ownSeconds);
        return Math.max(0, others) / secondsSince(earlier);
    }

    /** Processors that this process and its descendants used since an earlier moment. */
    double ownSince(MachineClock earlier) {
        return (ownSeconds - earlier.ownSeconds) / secondsSince(earlier);
    }

    /** The load average of the last minute. */
    static double loadAverage() {
        return Double.parseDouble(read(LOAD).split(" ", 2)[0]);
    }

    /**
     * The busy time in {@code /proc/stat}.
     *
     * @param stat the content of the file, as proc(5) describes it
     */
    static double busySeconds(String stat) {
        String[] ticks = stat.lines().findFirst().orElseThrow().split("\\s+", -1);
        // user, nice, system, irq, softirq, steal: all but idle and iowait; guest is part of user.
        return IntStream.of(1, 2, 3, 6, 7, 8)
                        .mapToLong(field -> Long.parseLong(ticks[field]))
                        .sum()
                / ProcessUsage.TICKS_A_SECOND;
    }

    private double secondsSince(MachineClock earlier) {
        return Math.max(1, nanos - earlier.nanos) / 1e9;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
