package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.cli.installed.ObjectChange;
import java.util.List;
import java.util.Optional;

/**
 * A CustomResourceDefinition that a change would delete, and its objects, which are deleted with it.
 *
 * @param definition the name of the definition
 * @param objects how many there are; empty if they cannot be listed
 * @param first the names of the first of them, each with its namespace, if it has one
 * @param kept whether the deletion policy of the extension keeps the definition
 */
public record LostObjects(String definition, Optional<Long> objects, List<String> first, boolean kept) {

    /** What a change of objects writes in front of the name of a definition. */
    private static final String DEFINITION = "CustomResourceDefinition.apiextensions.k8s.io ";

    public LostObjects {
        first = List.copyOf(first);
    }

    /** Counts the objects of a definition, and applies the deletion policy of the extension. */
    public static LostObjects of(ObjectNode definition, DeletionPolicy policy, ObjectClient reader) {
        CustomResources resources = CustomResources.of(definition, reader);
        boolean kept = switch (policy) {
            case DELETE -> false;
            case REFUSE_WHILE_IN_USE -> resources.mayExist();
            case KEEP_DEFINITIONS -> true;
        };
        return of(definition, resources, kept);
    }

    /** The same of custom resources that were counted. */
    public static LostObjects of(ObjectNode definition, CustomResources resources, boolean kept) {
        return new LostObjects(ObjectRef.of(definition).name(), resources.count(), resources.first(), kept);
    }

    /** Whether a deletion of the definition may lose something. */
    public boolean mayLose() {
        return !kept && objects.filter(count -> count == 0).isEmpty();
    }

    /** Whether the change is the removal of this definition, which the policy prevents. */
    boolean isKept(ObjectChange removal) {
        return kept && removal.object().equals(DEFINITION + definition);
    }

    @Override
    public String toString() {
        return "CustomResourceDefinition " + definition + " and all its objects ("
                + objects.map(String::valueOf).orElse("their number is not known") + ")";
    }
}
