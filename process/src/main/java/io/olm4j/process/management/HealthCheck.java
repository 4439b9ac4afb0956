package io.olm4j.process.management;

import java.util.Optional;

/** One thing that must be so for a process to be healthy. */
@FunctionalInterface
public interface HealthCheck {

    /** Nothing if all is well, otherwise why not, in one clause that anybody may read. It is to be cheap. */
    Optional<String> problem();
}
