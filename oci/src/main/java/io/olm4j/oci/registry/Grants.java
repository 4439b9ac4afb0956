package io.olm4j.oci.registry;

import io.olm4j.oci.Credentials;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** The authorizations that registries and token servers have granted, until they expire. It is thread-safe. */
final class Grants {

    /** More, of up to 16 KiB each, would take much of the heap; the oldest ones may be useless by then. */
    private static final int MAX_GRANTS = 1_000;

    /** The scope of a grant and its credentials: a grant is never used with other credentials. */
    record Key(String repository, String actions, Optional<Credentials> credentials) {}

    /** An Authorization header and its expiry. */
    record Grant(String header, Instant expires) {

        @Override
        public String toString() {
            return "Grant[until " + expires + "]";
        }
    }

    private final Clock clock;
    private final Map<Key, Grant> granted = new ConcurrentHashMap<>();
    private final Map<Key, Lock> asking = new ConcurrentHashMap<>();

    Grants(Clock clock) {
        this.clock = clock;
    }

    /** A grant that has not expired. */
    Optional<Grant> find(Key key) {
        Instant now = clock.instant();
        granted.values().removeIf(grant -> grant.expires().isBefore(now));
        return Optional.ofNullable(granted.get(key));
    }

    /** Whether a repository has granted anything, with whatever credentials. */
    boolean haveAny(String repository, String actions) {
        return granted.keySet().stream()
                .anyMatch(key ->
                        key.repository().equals(repository) && key.actions().equals(actions));
    }

    void put(Key key, Grant grant) {
        if (granted.size() >= MAX_GRANTS) {
            granted.clear();
        }
        granted.put(key, grant);
    }

    void remove(Key key) {
        granted.remove(key);
    }

    /** Waits until no other thread requests a grant for this key; {@link #asked} must follow. */
    Lock asking(Key key) {
        Lock lock = asking.computeIfAbsent(key, k -> new ReentrantLock());
        lock.lock();
        return lock;
    }

    /** Releases the lock, so that the next thread continues and finds the new grant. */
    void asked(Key key, Lock lock) {
        asking.remove(key, lock);
        lock.unlock();
    }
}
