package io.olm4j.applier.revision;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;

/** The step after which the newest revision has the wanted content. */
public sealed interface RevisionDecision {

    /** The newest revision is as wanted; there is nothing to do. */
    record Keep() implements RevisionDecision {}

    /**
     * The newest revision has the wanted content, but its owner, labels, annotations, deadline or probes differ and are
     * changed in place.
     */
    record Amend(ClusterObjectSet existing, ClusterObjectSet wanted) implements RevisionDecision {}

    /**
     * The newest revision is as wanted, but its status says that its objects cannot be read: the Secrets that are lost
     * must be created anew.
     *
     * @param plan the same revision
     */
    record Restore(ClusterObjectSet existing, RevisionPlan plan) implements RevisionDecision {}

    /** A new revision must be created. */
    record Create(RevisionPlan plan) implements RevisionDecision {}

    /** The objects do not fit into any revision. */
    record Impossible(String message) implements RevisionDecision {}
}
