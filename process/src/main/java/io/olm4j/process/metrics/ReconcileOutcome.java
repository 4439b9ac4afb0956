package io.olm4j.process.metrics;

import java.util.Locale;

/** What a pass of a reconciler came to, as controller-runtime tells it. */
enum ReconcileOutcome {
    SUCCESS,
    ERROR,
    REQUEUE,
    REQUEUE_AFTER;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
