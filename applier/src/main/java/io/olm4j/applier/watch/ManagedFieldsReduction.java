package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.olm4j.api.OlmApi;
import java.util.List;

/** Drops the managed fields of other managers; only olm4j's own are compared. */
final class ManagedFieldsReduction {

    private ManagedFieldsReduction() {}

    static GenericKubernetesResource reduce(GenericKubernetesResource object) {
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
}
