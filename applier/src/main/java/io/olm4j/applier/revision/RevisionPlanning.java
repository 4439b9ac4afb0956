package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

        /** The objects that another set has too, with the same content. */
        public Set<ObjectRef> sharedWith(ClusterObjectSet other) {
            Set<String> others = keys(other).collect(Collectors.toSet());
            List<String> own = keys(set).toList();
            return IntStream.range(0, objects.size())
                    .filter(i -> others.contains(own.get(i)))
                    .mapToObj(i -> ObjectRef.of(objects.get(i)))
                    .collect(Collectors.toSet());
        }

        /** The keys in the Secrets, which are digests of the objects. */
        private static Stream<String> keys(ClusterObjectSet set) {
            return set.getSpec().phases().stream()
                    .flatMap(phase -> phase.objects().stream())
                    .map(object -> object.ref() == null ? "" : object.ref().key());
        }
    }

    /** The objects do not fit into any revision. */
    record Unplannable(String message) implements RevisionPlanning {}
}
