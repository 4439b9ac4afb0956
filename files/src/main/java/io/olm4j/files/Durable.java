package io.olm4j.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Brings files onto the disk itself, so that they outlive a loss of power. */
public final class Durable {

    /**
     * File systems commit together what is asked for at once: 3,000 files take a twentieth of the time of one by one.
     */
    private static final int AT_ONCE = 16;

    private Durable() {}

    /**
     * Returns when all files and directories of the tree are on the disk.
     *
     * @throws IOException if the disk fails
     * @throws UncheckedIOException likewise
     */
    public static void forceTree(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree);
                ForcingThreads threads = new ForcingThreads()) {
            paths.filter(path -> !Files.isSymbolicLink(path)).forEach(threads::force);
            threads.finish();
        }
    }

    /**
     * Returns when the content of a file, or the list of the entries of a directory, is on the disk.
     *
     * @throws IOException if the disk fails
     */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            channel.force(true);
        }
    }

    /** A bounded number of threads, so that a tree of any size needs the memory of a few paths. */
    private static final class ForcingThreads implements AutoCloseable {

        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final Semaphore free = new Semaphore(AT_ONCE);
        private volatile @Nullable IOException failure;

        void force(Path path) {
            free.acquireUninterruptibly();
            threads.execute(() -> {
                try {
                    Durable.force(path);
                } catch (IOException e) {
                    failure = e;
                } finally {
                    free.release();
                }
            });
        }

        void finish() throws IOException {
            free.acquireUninterruptibly(AT_ONCE);
            IOException failed = failure;
            if (failed != null) {
                throw failed;
            }
        }

        @Override
        public void close() {
            threads.close();
        }
    }
}
