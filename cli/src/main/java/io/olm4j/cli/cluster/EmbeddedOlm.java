package io.olm4j.cli.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.controller.Controller;
import io.olm4j.controller.ControllerOptions;
import io.olm4j.localcluster.LocalCluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * catalogd and the controller in this process, on a local cluster, each with the rights of its own service account: what the
 * manifests grant, and no more.
 */
public final class EmbeddedOlm implements AutoCloseable {

    private static final String SYSTEM_NAMESPACE = "olmv1-system";
    private static final String CATALOGD = "catalogd-controller-manager";
    private static final String CONTROLLER = "operator-controller-controller-manager";

    private final Catalogd catalogd;
    private final Controller controller;

    private EmbeddedOlm(Catalogd catalogd, Controller controller) {
        this.catalogd = catalogd;
        this.controller = controller;
    }

    /** Applies CRDs, RBAC and policies as the administrator; returns when the API server serves the custom resources. */
    public static void install(KubernetesClient admin) {
        List<HasMetadata> applied = Manifests.all().stream()
                .flatMap(manifest -> apply(admin, manifest).stream())
                .toList();
        applied.stream()
                .filter(CustomResourceDefinition.class::isInstance)
                .forEach(crd ->
                        admin.resource(crd).waitUntilCondition(EmbeddedOlm::isEstablished, 30, TimeUnit.SECONDS));
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

    /**
     * Starts both on a cluster that has the manifests.
     *
     * @param directory for their caches; what is in it is used again
     * @throws IOException if the directory cannot be written, or there is no port to serve catalogs at
     */
    public static EmbeddedOlm start(LocalCluster cluster, Path directory) throws IOException {
        Catalogd catalogd = Catalogd.start(
                cluster.clientForServiceAccount(SYSTEM_NAMESPACE, CATALOGD),
                CatalogdOptions.in(directory.resolve("catalogd")));
        try {
            Controller controller = Controller.start(
                    cluster.clientForServiceAccount(SYSTEM_NAMESPACE, CONTROLLER),
                    ControllerOptions.of(directory.resolve("operator-controller"), SYSTEM_NAMESPACE));
            return new EmbeddedOlm(catalogd, controller);
        } catch (RuntimeException e) {
            catalogd.close();
            throw e;
        }
    }

    @Override
    public void close() {
        controller.close();
        catalogd.close();
    }

    private static boolean isEstablished(HasMetadata object) {
        return object instanceof CustomResourceDefinition crd
                && crd.getStatus() != null
                && crd.getStatus().getConditions() != null
                && crd.getStatus().getConditions().stream()
                        .anyMatch(c -> c.getType().equals("Established")
                                && c.getStatus().equals("True"));
    }
}
