package io.olm4j.e2e.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process uses, by {@code /proc}, and by {@code jcmd} after a collection of garbage.
 *
 * @param files open files, sockets included
 * @param virtualThreads virtual threads that live
 * @param stored files below its cache
 * @param memory resident, in MiB
 * @param heap objects that are in use, in MiB
 */
record SoakUsage(long files, long sockets, long threads, long virtualThreads, long stored, long memory, long heap) {

    private static final long KIB_PER_MIB = 1024;
    private static final long BYTES_PER_MIB = 1 << 20;

    /** A class of a histogram and the bytes of its objects; what fills gaps of the heap is none. */
    private static final Pattern OBJECTS =
            Pattern.compile("^ *[0-9]+: +[0-9]+ +([0-9]+) +(?!.*jdk\\.internal\\.vm\\.Filler)", Pattern.MULTILINE);

    private static final Pattern VIRTUAL_THREADS =
            Pattern.compile("^ *[0-9]+: +([0-9]+) +[0-9]+ +java\\.lang\\.VirtualThread(?= |$)", Pattern.MULTILINE);

    static boolean canBeRead() {
        return Files.isDirectory(Path.of("/proc/self/fd"));
    }

    /** The larger one of each number. */
    SoakUsage max(SoakUsage other) {
        return new SoakUsage(
                Math.max(files, other.files),
                Math.max(sockets, other.sockets),
                Math.max(threads, other.threads),
                Math.max(virtualThreads, other.virtualThreads),
                Math.max(stored, other.stored),
                Math.max(memory, other.memory),
                Math.max(heap, other.heap));
    }

    /** Whether a number is larger than before by more than allowed. */
    boolean exceeds(SoakUsage before, SoakUsage allowed) {
        return files > before.files + allowed.files
                || sockets > before.sockets + allowed.sockets
                || threads > before.threads + allowed.threads
                || virtualThreads > before.virtualThreads + allowed.virtualThreads
                || stored > before.stored + allowed.stored
                || memory > before.memory + allowed.memory
                || heap > before.heap + allowed.heap;
    }

    /**
     * What a process uses now.
     *
     * @param cache the directory of its cache
     */
    static SoakUsage of(long pid, Path cache) {
        Path process = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> open = Files.list(process.resolve("fd"))) {
            List<String> targets = open.map(SoakUsage::target).toList();
            List<String> status = Files.readAllLines(process.resolve("status"));
            String histogram = histogram(pid);
            return new SoakUsage(
                    targets.size(),
                    targets.stream()
                            .filter(target -> target.startsWith("socket:"))
                            .count(),
                    number(status, "Threads:"),
                    sum(VIRTUAL_THREADS, histogram),
                    stored(cache),
                    number(status, "VmRSS:") / KIB_PER_MIB,
                    sum(OBJECTS, histogram) / BYTES_PER_MIB);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The classes of the objects that are in use, with the number and the bytes of the objects of each. */
    private static String histogram(long pid) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process process = new ProcessBuilder(jcmd.toString(), Long.toString(pid), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (sum(OBJECTS, histogram) == 0) {
            throw new IOException("jcmd says: " + histogram);
        }
        return histogram;
    }

    private static long sum(Pattern numbers, String histogram) {
        return numbers.matcher(histogram)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
    }

    /** The number of files below a directory; it may change meanwhile. */
    private static long stored(Path cache) throws IOException {
        AtomicLong files = new AtomicLong();
        Files.walkFileTree(cache, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.incrementAndGet();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files.get();
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
