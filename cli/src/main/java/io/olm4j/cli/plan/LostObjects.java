package io.olm4j.cli.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.CustomResources;
import io.olm4j.cli.installed.ObjectChange;
import java.util.Optional;

/**
 * A CustomResourceDefinition that the next revision lacks, and its objects, which are deleted with it.
 *
 * @param definition the name of the definition
 * @param objects how many there are; empty if the user may not list them
 * @param kept whether the deletion policy of the extension keeps the definition
 */
public record LostObjects(String definition, Optional<Long> objects, boolean kept) {

    /** Counts the objects of a definition, and applies the deletion policy of the extension. */
    static LostObjects of(ObjectNode definition, DeletionPolicy policy, ObjectClient reader) {
        Optional<Long> objects = CustomResources.count(definition, reader);
        boolean used = !objects.equals(Optional.of(0L));
        return new LostObjects(
                ObjectRef.of(definition).name(),
                objects,
                switch (policy) {
                    case DELETE -> false;
                    case REFUSE_WHILE_IN_USE -> used;
                    case KEEP_DEFINITIONS -> true;
                });
    }

    /** Whether a deletion of the definition may lose something. */
    boolean isLoss() {
        return !kept && objects.filter(count -> count == 0).isEmpty();
    }

    /** Whether the change is the removal of this definition, which the policy prevents. */
    boolean isKept(ObjectChange removal) {
        return kept && removal.object().endsWith(" " + definition);
    }

    @Override
    public String toString() {
        return "CustomResourceDefinition " + definition + " and all its objects ("
                + objects.map(String::valueOf).orElse("their number is not known") + ")";
    }
}
