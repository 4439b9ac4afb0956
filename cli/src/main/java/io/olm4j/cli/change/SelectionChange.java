package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.List;

/**
 * A change of the bundles and catalogs that an extension selects.
 *
 * @param before the extension as it was read
 * @param after the same with the new selection
 */
record SelectionChange(ClusterExtension before, ClusterExtension after) {

    static SelectionChange of(ClusterExtension extension, CatalogFilter selection) {
        return new SelectionChange(extension, ProposedExtension.selecting(extension, selection));
    }

    /** Whether the selection stays. */
    boolean isEmpty() {
        return patchOfSpec().isEmpty();
    }

    /** The merge patch. The API server refuses it if the extension has changed since, or is another one. */
    ObjectNode patch() {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put("uid", before.getMetadata().getUid())
                .put("resourceVersion", before.getMetadata().getResourceVersion());
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
        PatchContext.Builder context = new PatchContext.Builder().withPatchType(PatchType.JSON_MERGE);
        try {
            return client.resources(ClusterExtension.class)
                    .withName(before.getMetadata().getName())
                    .patch(
                            dryRun.writes()
                                    ? context.build()
                                    : context.withDryRun(List.of("All")).build(),
                            patch().toString());
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                throw new OlmException(
                        before.getMetadata().getName()
                                + " has changed since it was read, so that nothing was changed: repeat the command",
                        e);
            }
            throw e;
        }
    }
}
