package io.olm4j.process.metrics;

import java.util.Locale;

/** The result of a reconciler's pass, as controller-runtime labels it. */
enum ReconcileOutcome {
    SUCCESS,
    ERROR,
    REQUEUE,
    REQUEUE_AFTER;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
