package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
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

    /** The controller may write the status at any time. */
    private static final int ATTEMPTS = 5;

    /**
     * Sends the patch, again if meanwhile only the status or the metadata changed.
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

    /** The resource version of the extension now, if only its status or its metadata changed since it was read. */
    private Optional<String> sameSpec(KubernetesClient client) {
        return Optional.ofNullable(client.resources(ClusterExtension.class)
                        .withName(read.getMetadata().getName())
                        .get())
                .map(ClusterExtension::getMetadata)
                .filter(now -> now.getUid().equals(read.getMetadata().getUid()))
                .filter(now ->
                        Objects.equals(now.getGeneration(), read.getMetadata().getGeneration()))
                .map(ObjectMeta::getResourceVersion);
    }

    private RuntimeException failure(KubernetesClientException e) {
        return e.getCode() == HttpURLConnection.HTTP_CONFLICT
                ? new OlmException(
                        read.getMetadata().getName()
                                + " has changed since it was read, so that nothing was changed: repeat the command",
                        e)
                : e;
    }
}
