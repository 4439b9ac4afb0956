package io.olm4j.oci.store;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Deletes the copies that no owner uses any more. A pull may lock a copy for minutes. A release does not wait for the
 * lock: the thread that has it deletes the copy when it gives the lock back.
 */
final class UnusedCopies {

    private final ImageReferences references;
    private final ImageCopies copies;
    private final NamedLocks locks;

    /** The digests to check as soon as their locks are free. */
    private final Set<String> released = ConcurrentHashMap.newKeySet();

    UnusedCopies(ImageReferences references, ImageCopies copies, NamedLocks locks) {
        this.references = references;
        this.copies = copies;
        this.locks = locks;
    }

    /** Deletes a copy unless an owner uses it; the thread that has its lock does so, if there is one. */
    void release(String digest) throws IOException {
        released.add(digest);
        deleteReleased(digest);
    }

    /**
     * Deletes a copy that was released while this thread had its lock. Each thread calls it after it has given the lock
     * back: a copy that is released later finds the lock free.
     */
    void deleteReleased(String digest) throws IOException {
        boolean free = true;
        while (free && released.contains(digest)) {
            free = locks.ifFree(digest, () -> {
                released.remove(digest);
                deleteUnderLock(digest);
            });
        }
    }

    /** Deletes a copy unless an owner uses it. The caller has its lock. */
    void deleteUnderLock(String digest) throws IOException {
        if (!references.areAnyOf(digest)) {
            copies.delete(digest);
        }
    }
}
