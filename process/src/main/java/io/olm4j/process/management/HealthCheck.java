package io.olm4j.process.management;

import java.util.Optional;

/** One requirement for a process to be healthy. */
@FunctionalInterface
public interface HealthCheck {

    /** Empty if all is well, otherwise the problem, in one clause that contains no secrets. The check must be cheap. */
    Optional<String> problem();
}
