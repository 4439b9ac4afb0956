package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.manifest.DryRun;

/** Gives an extension the deletion policy that keeps its CustomResourceDefinitions, before it is deleted. */
final class DefinitionKeeping {

    private DefinitionKeeping() {}

    /** A copy with the policy. */
    static ClusterExtension marked(ClusterExtension extension) {
        ClusterExtension copy = new ClusterExtension();
        copy.setMetadata(new ObjectMetaBuilder(extension.getMetadata())
                .addToAnnotations(Annotations.DELETION_POLICY, DeletionPolicy.KEEP_DEFINITIONS.text())
                .build());
        copy.setSpec(extension.getSpec());
        copy.setStatus(extension.getStatus());
        return copy;
    }

    /** Whether an extension has the policy by its own annotation. */
    static boolean isIn(ClusterExtension extension) {
        return DeletionPolicy.annotated(extension)
                .filter(DeletionPolicy.KEEP_DEFINITIONS.text()::equals)
                .isPresent();
    }

    /** The sentence about the annotation that remains if the extension is not deleted afterwards. */
    static String rest(String name) {
        return "ClusterExtension " + name + " now has the annotation " + Annotations.DELETION_POLICY + "="
                + DeletionPolicy.KEEP_DEFINITIONS.text() + "; to remove it: kubectl annotate clusterextension " + name
                + " " + Annotations.DELETION_POLICY + "-";
    }

    /** Sends the policy. The API server refuses it if another extension has the name now. */
    static void send(KubernetesClient client, ClusterExtension extension, DryRun dryRun) {
        if (dryRun == DryRun.CLIENT) {
            return;
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put("uid", extension.getMetadata().getUid())
                .putObject("annotations")
                .put(Annotations.DELETION_POLICY, DeletionPolicy.KEEP_DEFINITIONS.text());
        var _ = client.resources(ClusterExtension.class)
                .withName(extension.getMetadata().getName())
                .patch(dryRun.mergePatch(), patch.toString());
    }
}
