package io.olm4j.applier.revision;

import io.fabric8.kubernetes.api.model.Secret;
import io.olm4j.api.ClusterObjectSet;
import java.util.List;

/** What building a revision came to. */
public sealed interface RevisionPlanning {

    /**
     * A revision that can be created.
     *
     * @param set refers to the Secrets; its content is equal to that of another set if their phases are equal
     * @param secrets hold the objects; to be created before the set
     */
    record RevisionPlan(ClusterObjectSet set, List<Secret> secrets) implements RevisionPlanning {

        public RevisionPlan {
            secrets = List.copyOf(secrets);
        }
    }

    /** The objects do not fit into any revision. */
    record Unplannable(String message) implements RevisionPlanning {}
}
