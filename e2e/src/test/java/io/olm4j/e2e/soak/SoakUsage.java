package io.olm4j.e2e.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a process uses, by {@code /proc}.
 *
 * @param files open files, sockets included
 * @param memory resident, in MiB
 */
record SoakUsage(long files, long sockets, long threads, long memory) {

    private static final long KIB_PER_MIB = 1024;

    static boolean canBeRead() {
        return Files.isDirectory(Path.of("/proc/self/fd"));
    }

    /** What a process uses now. */
    static SoakUsage of(long pid) {
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            List<String> targets = open.map(SoakUsage::target).toList();
            List<String> status = Files.readAllLines(process.resolve("status"));
            return new SoakUsage(
                    targets.size(),
                    targets.stream()
                            .filter(target -> target.startsWith("socket:"))
                            .count(),
                    number(status, "Threads:"),
                    number(status, "VmRSS:") / KIB_PER_MIB);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty if the file was closed meanwhile. */
    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static long number(List<String> status, String key) {
        return status.stream()
                .filter(line -> line.startsWith(key))
                .map(line -> line.replaceAll("\\D", ""))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }
}
