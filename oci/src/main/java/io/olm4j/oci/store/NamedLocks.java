package io.olm4j.oci.store;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** One lock for each name, which exists as long as a thread has it or waits for it. */
final class NamedLocks {

    private final Map<String, Counted> locks = new ConcurrentHashMap<>();

    /** A lock with the number of threads that have it or wait for it. */
    private record Counted(ReentrantLock lock, int users) {

        Counted plus(int more) {
            return new Counted(lock, users + more);
        }
    }

    /** Takes the lock of a name. Closing the result releases it. */
    Held take(String name) {
        ReentrantLock lock = use(name);
        lock.lock();
        return () -> {
            lock.unlock();
            leave(name);
        };
    }

    /**
     * Runs an action under the lock of a name, unless another thread has the lock.
     *
     * @return whether it ran
     */
    boolean ifFree(String name, Action action) throws IOException {
        ReentrantLock lock = use(name);
        try {
            if (!lock.tryLock()) {
                return false;
            }
            try {
                action.run();
                return true;
            } finally {
                lock.unlock();
            }
        } finally {
            leave(name);
        }
    }

    /** The number of names with a lock. */
    int size() {
        return locks.size();
    }

    private ReentrantLock use(String name) {
        return locks.merge(name, new Counted(new ReentrantLock(), 1), (known, _) -> known.plus(1))
                .lock();
    }

    private void leave(String name) {
        locks.computeIfPresent(name, (_, known) -> known.users() == 1 ? null : known.plus(-1));
    }

    /** A lock that is taken. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** An action that fails if the file system refuses it. */
    interface Action {
        void run() throws IOException;
    }
}
