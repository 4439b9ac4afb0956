package io.olm4j.testsupport;

import java.time.Duration;

/** How long tests wait for what has to happen. */
public final class Patience {

    /** What has not happened by then, also on a busy machine, never will. */
    public static final Duration ENOUGH = Duration.ofMinutes(2);

    private Patience() {}
}
