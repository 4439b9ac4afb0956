package io.olm4j.oci.registry;

import java.time.Duration;

/** Pauses between two attempts; tests use one that does not wait. */
@FunctionalInterface
public interface Sleeper {

    /** Really waits. */
    Sleeper SYSTEM = Thread::sleep;

    /**
     * Returns after the duration.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;
}
