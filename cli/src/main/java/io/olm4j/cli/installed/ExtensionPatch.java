package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.OlmException;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;

/**
 * A merge patch of an extension whose spec is still the one that was read. The API server refuses it if the extension
 * is another one, or has another resource version.
 *
 * @param read the extension as it was read
 * @param patch without the identity of the extension
 */
public record ExtensionPatch(ClusterExtension read, ObjectNode patch) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The controller may write the status at any time. */
    private static final int ATTEMPTS = 5;

    /**
     * Sends the patch, again if meanwhile only the status or the metadata changed. The client repeats a request whose
     * answer is lost, and the API server refuses the repetition if it has carried out the first one: the extension then
     * has what the patch says.
     *
     * @param context of a JSON merge patch
     * @return the extension after it
     * @throws OlmException if the spec has changed since it was read
     */
    public ClusterExtension send(KubernetesClient client, PatchContext context) {
        String resourceVersion = read.getMetadata().getResourceVersion();
        for (int attempt = 1; ; attempt++) {
            try {
                return client.resources(ClusterExtension.class)
                        .withName(read.getMetadata().getName())
                        .patch(context, at(resourceVersion).toString());
            } catch (KubernetesClientException e) {
                if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                    throw e;
                }
                ClusterExtension now = same(client).orElseThrow(() -> changed(e));
                if (isIn(now)) {
                    return now;
                }
                if (attempt == ATTEMPTS || !hasSameSpec(now)) {
                    throw changed(e);
                }
                resourceVersion = now.getMetadata().getResourceVersion();
            }
        }
    }

    /**
     * The patch with the identity of the extension.
     *
     * @param resourceVersion that must still be the current one
     */
    public ObjectNode at(String resourceVersion) {
        ObjectNode identified = patch.deepCopy();
        identified
                .withObjectProperty("metadata")
                .put("uid", read.getMetadata().getUid())
                .put("resourceVersion", resourceVersion);
        return identified;
    }

    /** The extension now, unless it is another one. */
    private Optional<ClusterExtension> same(KubernetesClient client) {
        return Optional.ofNullable(client.resources(ClusterExtension.class)
                        .withName(read.getMetadata().getName())
                        .get())
                .filter(now ->
                        now.getMetadata().getUid().equals(read.getMetadata().getUid()));
    }

    private boolean hasSameSpec(ClusterExtension now) {
        return Objects.equals(
                now.getMetadata().getGeneration(), read.getMetadata().getGeneration());
    }

    /** Whether the patch would change nothing. */
    private boolean isIn(ClusterExtension now) {
        ObjectNode tree = JSON.createObjectNode();
        tree.set("metadata", JSON.valueToTree(now.getMetadata()));
        tree.set("spec", JSON.valueToTree(now.getSpec())); // What is empty is left out.
        return isIn(patch, tree);
    }

    private static boolean isIn(JsonNode patch, JsonNode now) {
        if (patch.isNull()) {
            return now.isMissingNode() || now.isNull();
        }
        return patch.isObject()
                ? patch.properties().stream().allMatch(field -> isIn(field.getValue(), now.path(field.getKey())))
                : patch.equals(now);
    }

    private OlmException changed(KubernetesClientException e) {
        return new OlmException(
                read.getMetadata().getName()
                        + " has changed since it was read, so that nothing was changed: repeat the command",
                e);
    }
}
