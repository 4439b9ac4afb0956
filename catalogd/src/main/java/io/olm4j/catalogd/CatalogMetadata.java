package io.olm4j.catalogd;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.PrimaryUpdateAndCacheUtils;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Maintains the finalizer of a ClusterCatalog, the label with its name, by which extensions select one catalog, and the
 * annotation that acknowledges a look-up.
 *
 * <p>It patches only these, only when they differ, and the finalizer and the label only if the catalog has not changed
 * meanwhile.
 */
final class CatalogMetadata {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

    private CatalogMetadata() {}

    /** Sets the label, and sets or removes the finalizer; returns the catalog after the change. */
    static ClusterCatalog ensure(ClusterCatalog catalog, boolean finalizer, Context<ClusterCatalog> context) {
        return isLabelled(catalog) && catalog.hasFinalizer(Finalizers.CLUSTER_CATALOG) == finalizer
                ? catalog
                : patch(catalog, true, finalizer, context);
    }

    /** Removes the finalizer, if there is one. */
    static ClusterCatalog release(ClusterCatalog catalog, Context<ClusterCatalog> context) {
        return catalog.hasFinalizer(Finalizers.CLUSTER_CATALOG) ? patch(catalog, false, false, context) : catalog;
    }

    /**
     * Records that the image was looked up after a request; the status has the result. It is written by the UID, so
     * that another catalog with the same name does not get it.
     */
    static void acknowledge(ClusterCatalog catalog, String refresh, Context<ClusterCatalog> context) {
        if (Annotations.find(catalog, Annotations.REFRESH_HANDLED)
                .filter(refresh::equals)
                .isPresent()) {
            return;
        }
        ObjectNode patch = JSON.createObjectNode();
        patch.withObject("/metadata").put("uid", catalog.getMetadata().getUid());
        patch.withObject("/metadata/annotations").put(Annotations.REFRESH_HANDLED, refresh);
        var _ = context.getClient()
                .resources(ClusterCatalog.class)
                .withName(catalog.getMetadata().getName())
                .patch(MERGE, patch.toString());
    }

    static boolean isLabelled(ClusterCatalog catalog) {
        String name = Labels.value(catalog.getMetadata().getName());
        return Optional.ofNullable(catalog.getMetadata().getLabels())
                .map(labels -> name.equals(labels.get(Labels.METADATA_NAME)))
                .orElse(false);
    }

    private static ClusterCatalog patch(
            ClusterCatalog catalog, boolean label, boolean finalizer, Context<ClusterCatalog> context) {
        return PrimaryUpdateAndCacheUtils.updateAndCacheResource(
                catalog,
                context,
                UnaryOperator.identity(),
                current -> context.getClient()
                        .resources(ClusterCatalog.class)
                        .withName(current.getMetadata().getName())
                        .patch(MERGE, text(current, label, finalizer)));
    }

    private static String text(ClusterCatalog catalog, boolean label, boolean finalizer) {
        ObjectNode patch = JSON.createObjectNode();
        ObjectNode metadata = patch.putObject("metadata");
        metadata.put("resourceVersion", catalog.getMetadata().getResourceVersion());
        if (label) {
            metadata.putObject("labels")
                    .put(
                            Labels.METADATA_NAME,
                            Labels.value(catalog.getMetadata().getName()));
        }
        ArrayNode finalizers = metadata.putArray("finalizers");
        catalog.getMetadata().getFinalizers().stream()
                .filter(other -> !other.equals(Finalizers.CLUSTER_CATALOG))
                .forEach(finalizers::add);
        if (finalizer) {
            finalizers.add(Finalizers.CLUSTER_CATALOG);
        }
        return patch.toString();
    }
}
