package io.olm4j.applier.revision;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;

/** What has to be done so that the newest revision holds the wanted content. */
public sealed interface RevisionDecision {

    /** The newest revision is as wanted. */
    record Keep(ClusterObjectSet existing) implements RevisionDecision {}

    /**
     * The newest revision has the wanted content; owner, labels, annotations, deadline or probes of it differ and are
     * changed in place.
     */
    record Amend(ClusterObjectSet existing, ClusterObjectSet wanted) implements RevisionDecision {}

    /** A new revision is due. */
    record Create(RevisionPlan plan) implements RevisionDecision {}

    /** The objects do not fit into any revision. */
    record Impossible(String message) implements RevisionDecision {}
}
