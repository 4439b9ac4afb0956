package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.watch.Owners.Owner;
import java.util.List;
import java.util.function.Predicate;

/**
 * Reduces objects in the cache. An object of a set loses the managed fields of other managers. An object that only has
 * our label is reduced to its identity.
 */
final class ManagedReduction {

    private final Predicate<Owner> known;

    /** @param known whether the set of this owner exists */
    ManagedReduction(Predicate<Owner> known) {
        this.known = known;
    }

    /** An object whose content is not kept. */
    private static final class Stub extends GenericKubernetesResource {}

    static boolean isWhole(GenericKubernetesResource object) {
        return !(object instanceof Stub);
    }

    GenericKubernetesResource reduce(GenericKubernetesResource object) {
        return Owners.of(object).stream().anyMatch(known) ? withOurFields(object) : stub(object);
    }

    private static GenericKubernetesResource withOurFields(GenericKubernetesResource object) {
        List<ManagedFieldsEntry> entries = object.getMetadata().getManagedFields();
        if (entries != null) {
            object.getMetadata()
                    .setManagedFields(entries.stream()
                            .filter(entry -> OlmApi.FIELD_MANAGER.equals(entry.getManager())
                                    && "Apply".equals(entry.getOperation()))
                            .toList());
        }
        return object;
    }

    private static GenericKubernetesResource stub(GenericKubernetesResource object) {
        ObjectMeta metadata = object.getMetadata();
        var stub = new Stub();
        stub.setApiVersion(object.getApiVersion());
        stub.setKind(object.getKind());
        stub.setMetadata(new ObjectMetaBuilder()
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build());
        return stub;
    }
}
