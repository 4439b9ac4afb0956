package io.olm4j.applier.revision;

import static java.net.HttpURLConnection.HTTP_CONFLICT;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.api.model.DeleteOptions;
import io.fabric8.kubernetes.api.model.DeleteOptionsBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/** Deletes an object that was read earlier, but not another one that has its name now. */
final class ExactDeletion {

    private ExactDeletion() {}

    /**
     * Deletes the object with this UID. It is no error if that is gone.
     *
     * @throws KubernetesClientException if the API server refuses or does not answer
     */
    static void delete(KubernetesClient client, HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        DeleteOptions options = new DeleteOptionsBuilder()
                .withPropagationPolicy("Background")
                .withNewPreconditions()
                .withUid(metadata.getUid())
                .endPreconditions()
                .build();
        try {
            var _ = client.raw(path(object), "DELETE", options);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HTTP_NOT_FOUND && !(e.getCode() == HTTP_CONFLICT && isGone(client, object))) {
                throw e;
            }
        }
    }

    private static boolean isGone(KubernetesClient client, HasMetadata object) {
        HasMetadata now = client.resource(object).get();
        return now == null
                || !now.getMetadata().getUid().equals(object.getMetadata().getUid());
    }

    private static String path(HasMetadata object) {
        ObjectMeta metadata = object.getMetadata();
        String namespace = metadata.getNamespace() == null ? "" : "/namespaces/" + metadata.getNamespace();
        String api = object.getApiVersion().indexOf('/') < 0 ? "/api/" : "/apis/";
        return api + object.getApiVersion() + namespace + "/" + object.getPlural() + "/" + metadata.getName();
    }
}
