package io.olm4j.oci.registry;

import java.time.Duration;

/** Waits between two attempts; tests pass one that does not. */
@FunctionalInterface
public interface Sleeper {

    /** Waits for real. */
    Sleeper SYSTEM = Thread::sleep;

    /**
     * Returns after the duration.
     *
     * @throws InterruptedException if the thread is asked to stop meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;
}
