package io.olm4j.applier.revision;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.util.List;
import java.util.Optional;

/** Reads and writes the revisions of an extension. A plan has one that writes nothing. */
public interface RevisionWriter {

    /** A revision as it is now, which the cache may not know yet; empty if it is gone. */
    Optional<ClusterObjectSet> read(ClusterObjectSet set);

    /**
     * Creates a revision.
     *
     * @return the set as it is afterwards
     */
    ClusterObjectSet create(RevisionPlan plan);

    /**
     * Changes an existing revision, except for its content, to the wanted one.
     *
     * @return the set as it is afterwards
     */
    ClusterObjectSet amend(ClusterObjectSet existing, ClusterObjectSet wanted);

    /** Deletes old archived ones of the sets that existed before the last one was created. */
    void collectGarbage(List<ClusterObjectSet> sets);
}
