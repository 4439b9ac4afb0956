package io.olm4j.catalogd;

import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** The CustomResourceDefinition of ClusterCatalog, as the manifests have it. */
final class CatalogDefinition {

    private static final String CRD = "/io/olm4j/manifests/crd/clustercatalogs.olm.operatorframework.io.yaml";

    private CatalogDefinition() {}

    /** Applies it; returns when the API server serves ClusterCatalogs. */
    static void apply(KubernetesClient client) throws IOException {
        try (InputStream in = CatalogDefinition.class.getResourceAsStream(CRD)) {
            HasMetadata crd = client.load(in).items().getFirst();
            client.resource(crd).patch(PatchContext.of(PatchType.SERVER_SIDE_APPLY));
        }
        await().atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> client.resources(ClusterCatalog.class).list() != null);
    }
}
