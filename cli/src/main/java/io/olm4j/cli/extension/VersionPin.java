package io.olm4j.cli.extension;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.cli.installed.ExtensionPatch;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.cli.plan.ProposedExtension;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * Pins an extension to a version, which may be older than the installed one.
 *
 * @param extension as it was read
 * @param approved the bundle that is approved too; empty if it needs no approval
 */
record VersionPin(ClusterExtension extension, String version, Optional<String> approved) {

    /**
     * Writes the pin, only into the extension that was read, and only if its spec is still the one that the plan is
     * for.
     *
     * @param out receives the command that releases the pin if it is not known whether it is written
     */
    ClusterExtension send(KubernetesClient client, PrintWriter out) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        approved.ifPresent(bundle ->
                patch.putObject("metadata").putObject("annotations").put(Annotations.APPROVED_BUNDLE, bundle));
        patch.putObject("spec")
                .putObject("source")
                .putObject("catalog")
                .put("version", version)
                .put("upgradeConstraintPolicy", UpgradeConstraintPolicy.SELF_CERTIFIED.text());
        try {
            return new ExtensionPatch(extension, patch).send(client, PatchContext.of(PatchType.JSON_MERGE));
        } catch (KubernetesClientException e) {
            if (!ApiFailures.isDefinite(e.getCode())) {
                out.println("the version may be pinned; " + release());
                out.flush();
            }
            throw e;
        }
    }

    /** The command that gives the fields of the pin their former values. */
    String release() {
        CatalogFilter before = ProposedExtension.selection(extension);
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode catalog = patch.putObject("spec").putObject("source").putObject("catalog");
        if (before.version().isEmpty()) {
            catalog.putNull("version");
        } else {
            catalog.put("version", before.version());
        }
        catalog.put(
                "upgradeConstraintPolicy",
                Optional.ofNullable(before.upgradeConstraintPolicy())
                        .orElse(UpgradeConstraintPolicy.CATALOG_PROVIDED)
                        .text());
        return "to release it: kubectl patch clusterextension "
                + extension.getMetadata().getName() + " --type merge -p '" + patch + "'";
    }
}
