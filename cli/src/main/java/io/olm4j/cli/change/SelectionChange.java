package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.manifest.DryRun;
import io.olm4j.cli.plan.ProposedExtension;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;

/**
 * A change of the bundles and catalogs that an extension selects.
 *
 * @param before the extension as it was read
 * @param after the same with the new selection
 */
record SelectionChange(ClusterExtension before, ClusterExtension after) {

    /** The controller may write the status at any time. */
    private static final int ATTEMPTS = 5;

    static SelectionChange of(ClusterExtension extension, CatalogFilter selection) {
        return new SelectionChange(extension, ProposedExtension.selecting(extension, selection));
    }

    /** Whether the selection stays. */
    boolean isEmpty() {
        return patchOfSpec().isEmpty();
    }

    /**
     * The merge patch. The API server refuses it if the extension is another one, or has another resource version.
     *
     * @param resourceVersion that must still be the current one
     */
    ObjectNode patch(String resourceVersion) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").put("uid", before.getMetadata().getUid()).put("resourceVersion", resourceVersion);
        patch.set("spec", patchOfSpec());
        return patch;
    }

    private ObjectNode patchOfSpec() {
        return MergePatch.between(ExtensionManifest.spec(before), ExtensionManifest.spec(after));
    }

    /**
     * Sends the patch.
     *
     * @return the extension after it; without sending, as it would be
     * @throws OlmException if the extension has changed since it was read
     */
    ClusterExtension send(KubernetesClient client, DryRun dryRun) {
        if (dryRun == DryRun.CLIENT || isEmpty()) {
            return after;
        }
        String resourceVersion = before.getMetadata().getResourceVersion();
        for (int attempt = 1; ; attempt++) {
            try {
                return patch(client, dryRun, resourceVersion);
            } catch (KubernetesClientException e) {
                Optional<String> now = e.getCode() == HttpURLConnection.HTTP_CONFLICT && attempt < ATTEMPTS
                        ? sameSpec(client)
                        : Optional.empty();
                if (now.isEmpty()) {
                    throw failure(e);
                }
                resourceVersion = now.get();
            }
        }
    }

    private ClusterExtension patch(KubernetesClient client, DryRun dryRun, String resourceVersion) {
        return client.resources(ClusterExtension.class)
                .withName(before.getMetadata().getName())
                .patch(
                        dryRun.context(new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE)),
                        patch(resourceVersion).toString());
    }

    /** The resource version of the extension now, if only its status or its metadata changed since it was read. */
    private Optional<String> sameSpec(KubernetesClient client) {
        return Optional.ofNullable(client.resources(ClusterExtension.class)
                        .withName(before.getMetadata().getName())
                        .get())
                .map(ClusterExtension::getMetadata)
                .filter(now -> now.getUid().equals(before.getMetadata().getUid()))
                .filter(now ->
                        Objects.equals(now.getGeneration(), before.getMetadata().getGeneration()))
                .map(ObjectMeta::getResourceVersion);
    }

    private RuntimeException failure(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_CONFLICT
                ? new OlmException(
                        before.getMetadata().getName()
                                + " has changed since it was read, so that nothing was changed: repeat the command",
                        e)
                : e;
    }
}
