package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;

/** Tells an object that does not exist from a kind that the cluster does not serve: both are answered with 404. */
public final class ServedKind {

    private ServedKind() {}

    /**
     * Checks that the cluster serves a kind, after an object of it was not found.
     *
     * @throws KubernetesClientException with 404 if it does not
     */
    public static void require(KubernetesClient client, Class<? extends HasMetadata> kind) {
        try {
            var _ = client.resources(kind)
                    .list(new ListOptionsBuilder().withLimit(1L).build());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_FORBIDDEN) {
                throw e;
            }
        }
    }
}
