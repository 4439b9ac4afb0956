package io.olm4j.catalogd;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the label with the name, by which extensions select one catalog, and the finalizer on a ClusterCatalog.
 *
 * <p>It patches nothing but these, only when they are not as wanted, and only if nobody changed the catalog meanwhile.
 */
final class CatalogMarks {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private final KubernetesClient client;

    CatalogMarks(KubernetesClient client) {
        this.client = client;
    }

    /** Sets the label, and the finalizer as wanted. */
    void ensure(ClusterCatalog catalog, boolean finalizer) {
        if (isLabelled(catalog) && catalog.hasFinalizer(Finalizers.CLUSTER_CATALOG) == finalizer) {
            return;
        }
        ObjectNode metadata = JSON.createObjectNode();
        metadata.putObject("labels")
                .put(Labels.METADATA_NAME, catalog.getMetadata().getName());
        putFinalizers(metadata, catalog, finalizer);
        patch(catalog, metadata);
    }

    /** Takes the finalizer away, if it is there. */
    void release(ClusterCatalog catalog) {
        if (catalog.hasFinalizer(Finalizers.CLUSTER_CATALOG)) {
            ObjectNode metadata = JSON.createObjectNode();
            putFinalizers(metadata, catalog, false);
            patch(catalog, metadata);
        }
    }

    static boolean isLabelled(ClusterCatalog catalog) {
        String name = catalog.getMetadata().getName();
        return Optional.ofNullable(catalog.getMetadata().getLabels())
                .map(labels -> name.equals(labels.get(Labels.METADATA_NAME)))
                .orElse(false);
    }

    private static void putFinalizers(ObjectNode metadata, ClusterCatalog catalog, boolean ours) {
        List<String> finalizers = new ArrayList<>(finalizers(catalog));
        finalizers.remove(Finalizers.CLUSTER_CATALOG);
        if (ours) {
            finalizers.add(Finalizers.CLUSTER_CATALOG);
        }
        ArrayNode array = metadata.putArray("finalizers");
        finalizers.forEach(array::add);
    }

    private static List<String> finalizers(ClusterCatalog catalog) {
        @Nullable List<String> finalizers = catalog.getMetadata().getFinalizers();
        return finalizers == null ? List.of() : finalizers;
    }

    private void patch(ClusterCatalog catalog, ObjectNode metadata) {
        metadata.put("resourceVersion", catalog.getMetadata().getResourceVersion());
        ObjectNode patch = JSON.createObjectNode();
        patch.set("metadata", metadata);
        try {
            client.resources(ClusterCatalog.class)
                    .withName(catalog.getMetadata().getName())
                    .patch(MERGE, JSON.writeValueAsString(patch));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
