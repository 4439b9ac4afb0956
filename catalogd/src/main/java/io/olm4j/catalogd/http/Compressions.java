package io.olm4j.catalogd.http;

import java.util.concurrent.Semaphore;

/** Limits the replies that are compressed while they are sent: each needs half a MiB of memory until its end. */
final class Compressions {

    /** How many replies are compressed at once; further ones are sent without compression. */
    static final int AT_ONCE = 32;

    private final Semaphore free = new Semaphore(AT_ONCE);

    /** Whether one more reply may be compressed; if so, {@link #end} must follow. */
    boolean tryToBegin() {
        return free.tryAcquire();
    }

    /** The reply has ended, completely or not. */
    void end() {
        free.release();
    }
}
