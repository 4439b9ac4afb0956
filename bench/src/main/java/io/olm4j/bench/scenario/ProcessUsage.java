package io.olm4j.bench.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the kernel accounts to a process.
 *
 * @param cpuSeconds of its own, in user and kernel mode
 * @param childrenSeconds of its children that have ended
 * @param residentMebibytes now
 * @param peakMebibytes the most that was ever resident
 */
record ProcessUsage(double cpuSeconds, double childrenSeconds, double residentMebibytes, double peakMebibytes) {

    /** What Linux shows to programs, whatever the timer of the kernel. */
    static final double TICKS_A_SECOND = 100;

    private static final Pattern SPACE = Pattern.compile("\\s+");

    /** The usage of a process; empty if it has ended. */
    static Optional<ProcessUsage> of(long pid) {
        Path directory = Path.of("/proc", Long.toString(pid));
        try {
            return Optional.of(
                    parse(Files.readString(directory.resolve("stat")), Files.readString(directory.resolve("status"))));
        } catch (NoSuchFileException ended) {
            return Optional.empty();
        } catch (IOException e) {
            // The kernel reports the end of a process between open and read as another error.
            if (!Files.exists(directory)) {
                return Optional.empty();
            }
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads the two files.
     *
     * @param stat as proc(5) describes {@code /proc/PID/stat}
     * @param status as proc(5) describes {@code /proc/PID/status}
     */
    static ProcessUsage parse(String stat, String status) {
        // The name of the program is in parentheses and may hold spaces and parentheses.
        List<String> fields =
                List.of(SPACE.split(stat.substring(stat.lastIndexOf(')') + 1).strip()));
        return new ProcessUsage(
                (ticks(fields, 14) + ticks(fields, 15)) / TICKS_A_SECOND,
                (ticks(fields, 16) + ticks(fields, 17)) / TICKS_A_SECOND,
                mebibytes(status, "VmRSS:"),
                mebibytes(status, "VmHWM:"));
    }

    /** @param number of the field, as proc(5) counts; the state is the third */
    private static double ticks(List<String> fields, int number) {
        return Long.parseLong(fields.get(number - 3));
    }

    private static double mebibytes(String status, String key) {
        return status.lines()
                .filter(line -> line.startsWith(key))
                .mapToDouble(line -> Long.parseLong(SPACE.split(line, -1)[1]) / 1024.0)
                .findFirst()
                .orElse(0);
    }
}
