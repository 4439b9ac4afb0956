package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.cli.installed.ExtensionPatch;
import io.olm4j.cli.manifest.DryRun;
import io.olm4j.cli.plan.ProposedExtension;

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

    /** The merge patch. */
    ExtensionPatch patch() {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata");
        patch.set("spec", patchOfSpec());
        return new ExtensionPatch(before, patch);
    }

    private ObjectNode patchOfSpec() {
        return MergePatch.between(ExtensionManifest.spec(before), ExtensionManifest.spec(after));
    }

    /**
     * Sends the patch.
     *
     * @return the extension after it; without sending, as it would be
     * @throws io.olm4j.cli.command.OlmException if the extension has changed since it was read
     */
    ClusterExtension send(KubernetesClient client, DryRun dryRun) {
        if (dryRun == DryRun.CLIENT || isEmpty()) {
            return after;
        }
        return patch().send(client, dryRun.mergePatch());
    }
}
