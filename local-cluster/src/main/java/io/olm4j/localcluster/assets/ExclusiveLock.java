package io.olm4j.localcluster.assets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A file lock that one thread of one process holds at a time. The system releases it if the process is killed. */
final class ExclusiveLock implements AutoCloseable {

    /** Excludes the threads of this process from each other, because the system's locks are per process. */
    private static final ReentrantLock THREADS = new ReentrantLock();

    private final FileChannel channel;
    private final FileLock lock;

    private ExclusiveLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Waits for the lock.
     *
     * @param file created if it does not exist
     * @param contended run once if another process holds the lock, before the wait
     */
    static ExclusiveLock acquire(Path file, Runnable contended) throws IOException {
        if (!THREADS.tryLock()) {
            contended.run();
            THREADS.lock();
        }
        @Nullable FileChannel channel = null;
        try {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                contended.run();
                lock = channel.lock();
            }
            return new ExclusiveLock(channel, lock);
        } catch (IOException | RuntimeException e) {
            if (channel != null) {
                channel.close();
            }
            THREADS.unlock();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            lock.release();
        } finally {
            THREADS.unlock();
        }
    }
}
