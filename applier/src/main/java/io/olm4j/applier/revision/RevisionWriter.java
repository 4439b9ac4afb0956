package io.olm4j.applier.revision;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.util.List;
import java.util.function.Consumer;

/** Reads and writes the revisions of an extension. A plan has one that writes nothing. */
public interface RevisionWriter {

    /**
     * Marks a revision that rolls out as replaced, so that it cannot be reported as rolled out any more. A revision
     * that is gone needs no mark, and another set of its name gets none.
     *
     * @param by the name of the revision that is created in its place
     * @param onWrite receives the set as it is afterwards, if it was marked
     * @return false if it has changed since it was read, most likely because it has rolled out
     */
    boolean replace(ClusterObjectSet set, String by, Consumer<ClusterObjectSet> onWrite);

    /**
     * Creates a revision.
     *
     * @return the set as it is afterwards
     */
    ClusterObjectSet create(RevisionPlan plan);

    /**
     * Creates the Secrets of a revision that are lost.
     *
     * @param plan the same revision
     * @return whether any was lost
     */
    boolean restore(ClusterObjectSet set, RevisionPlan plan);

    /**
     * Changes an existing revision, except for its content, to the wanted one.
     *
     * @return the set as it is afterwards
     */
    ClusterObjectSet amend(ClusterObjectSet existing, ClusterObjectSet wanted);

    /** Deletes old archived ones of the sets that existed before the last one was created. */
    void collectGarbage(List<ClusterObjectSet> sets);
}
