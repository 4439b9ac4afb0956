package io.olm4j.applier.revision;

import io.fabric8.kubernetes.api.model.Secret;
import io.olm4j.api.ClusterObjectSet;
import java.util.List;

/** The result of building a revision. */
public sealed interface RevisionPlanning {

    /**
     * A revision that can be created.
     *
     * @param set the set, which refers to the Secrets; two sets have equal content if their phases are equal
     * @param secrets the Secrets with the objects; they must be created before the set
     */
    record RevisionPlan(ClusterObjectSet set, List<Secret> secrets) implements RevisionPlanning {

        public RevisionPlan {
            secrets = List.copyOf(secrets);
        }
    }

    /** The objects do not fit into any revision. */
    record Unplannable(String message) implements RevisionPlanning {}
}
