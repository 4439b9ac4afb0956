package io.olm4j.process.metrics;

import org.jspecify.annotations.Nullable;

/** A pass of a reconciler over a resource, on one thread. */
final class ReconcilePass {

    private final ControllerMeters meters;
    private final long start = System.nanoTime();
    private @Nullable ReconcileOutcome outcome;

    ReconcilePass(ControllerMeters meters) {
        this.meters = meters;
    }

    void ends(ReconcileOutcome end) {
        outcome = end;
    }

    /**
     * Records the end of the pass. A pass without an outcome did not call the reconciler: the framework did something
     * itself, for example set a finalizer.
     */
    void finish() {
        meters.finished(System.nanoTime() - start, outcome);
    }
}
