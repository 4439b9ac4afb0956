package io.olm4j.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.kube.Definitions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Puts the manifests that this build carries on a cluster. */
public final class Installation {

    private static final int ESTABLISHED_SECONDS = 30;

    private Installation() {}

    /**
     * Applies CRDs, RBAC and policies as the administrator; returns when the API server serves the custom resources.
     */
    public static void install(KubernetesClient admin) {
        List<HasMetadata> applied = Manifests.all().stream()
                .flatMap(manifest -> apply(admin, manifest).stream())
                .toList();
        applied.stream()
                .filter(CustomResourceDefinition.class::isInstance)
                .forEach(crd -> admin.resource(crd)
                        .waitUntilCondition(Definitions::isEstablished, ESTABLISHED_SECONDS, TimeUnit.SECONDS));
    }

    /** Applies every object of a manifest by server-side apply. */
    public static List<HasMetadata> apply(KubernetesClient client, String manifest) {
        return client.load(new ByteArrayInputStream(manifest.getBytes(StandardCharsets.UTF_8))).items().stream()
                .map(object -> client.resource(object)
                        .fieldManager("olm")
                        .forceConflicts()
                        .serverSideApply())
                .toList();
    }
}
