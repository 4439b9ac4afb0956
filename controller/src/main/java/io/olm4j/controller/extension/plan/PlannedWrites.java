package io.olm4j.controller.extension.plan;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionWriter;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Records what would be written, and writes nothing. */
final class PlannedWrites implements RevisionWriter {

    private Optional<RevisionPlan> created = Optional.empty();
    private boolean amended;

    @Override
    public boolean replace(ClusterObjectSet set, String by, Consumer<ClusterObjectSet> onWrite) {
        return true;
    }

    @Override
    public ClusterObjectSet create(RevisionPlan plan) {
        created = Optional.of(plan);
        return plan.set();
    }

    @Override
    public boolean restore(ClusterObjectSet set, RevisionPlan plan) {
        return true;
    }

    @Override
    public ClusterObjectSet amend(ClusterObjectSet existing, ClusterObjectSet wanted) {
        amended = true;
        return existing;
    }

    @Override
    public void collectGarbage(List<ClusterObjectSet> sets) {
        // Only a reconcile deletes archived revisions.
    }

    /** The revision that would be created. */
    Optional<RevisionPlan> created() {
        return created;
    }

    /** Whether the metadata of a revision would be corrected. */
    boolean hasAmended() {
        return amended;
    }
}
