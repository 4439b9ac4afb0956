package io.olm4j.oci.store;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One lock for each name. */
final class NamedLocks {

    private final Map<String, ReentrantLock> locks = new ConcurrentHashMap<>();

    /** The lock of a name, taken; closing gives it back. */
    Held take(String name) {
        ReentrantLock lock = locks.computeIfAbsent(name, n -> new ReentrantLock());
        lock.lock();
        return lock::unlock;
    }

    /** Does something under the lock of a name, unless another thread has it. */
    void ifFree(String name, Action action) throws IOException {
        ReentrantLock lock = locks.computeIfAbsent(name, n -> new ReentrantLock());
        if (lock.tryLock()) {
            try {
                action.run();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A lock that is taken. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** Something that the file system may refuse. */
    interface Action {
        void run() throws IOException;
    }
}
