package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
     * @param objects the objects that the Secrets hold, in the order of the phases
     */
    record RevisionPlan(ClusterObjectSet set, List<Secret> secrets, List<ObjectNode> objects)
            implements RevisionPlanning {

        public RevisionPlan {
            secrets = List.copyOf(secrets);
            objects = List.copyOf(objects);
        }
    }

    /** The objects do not fit into any revision. */
    record Unplannable(String message) implements RevisionPlanning {}
}
