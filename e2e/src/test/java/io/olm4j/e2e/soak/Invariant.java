package io.olm4j.e2e.soak;

import java.util.Optional;

/** Something that holds all along. */
interface Invariant {

    /** What has broken it, in one sentence; empty if it holds. */
    Optional<String> violation();
}
