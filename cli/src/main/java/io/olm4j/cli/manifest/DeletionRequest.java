package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.OlmApi;

/**
 * Deletes an object of olm4j, only the one that was read: the API server refuses it if another one has the name now.
 *
 * @param keepsDependents whether the garbage collector keeps the objects that it owns
 */
public record DeletionRequest(HasMetadata object, boolean keepsDependents) {

    /** Sends the request. */
    public void send(KubernetesClient client, DryRun dryRun) {
        if (dryRun == DryRun.CLIENT) {
            return;
        }
        var _ = client.raw(
                "/apis/" + OlmApi.API_VERSION + "/" + object.getPlural() + "/"
                        + object.getMetadata().getName(),
                "DELETE",
                options(dryRun).toString());
    }

    /** With a body, the API server ignores the same options in the query: a dry run would delete. */
    ObjectNode options(DryRun dryRun) {
        ObjectNode options = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "v1")
                .put("kind", "DeleteOptions")
                .put("propagationPolicy", keepsDependents ? "Orphan" : "Background");
        if (dryRun == DryRun.SERVER) {
            options.putArray("dryRun").add("All");
        }
        options.putObject("preconditions").put("uid", object.getMetadata().getUid());
        return options;
    }
}
