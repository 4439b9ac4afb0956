package io.olm4j.e2e;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.catalogd.Catalogd;
import io.olm4j.catalogd.CatalogdOptions;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterException;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/**
 * catalogd and the controller in this process, on a local cluster, each with the rights of its own service account:
 * what the manifests grant, and no more.
 */
final class EmbeddedOlm implements AutoCloseable {

    private static final String SYSTEM_NAMESPACE = "olmv1-system";
    private static final String CATALOGD = "catalogd-controller-manager";
    private static final String CONTROLLER = "operator-controller-controller-manager";

    private static final Duration READABLE_LIMIT = Duration.ofMinutes(2);

    private final KubernetesClient catalogdClient;
    private final Catalogd catalogd;
    private final KubernetesClient controllerClient;
    private final Controller controller;

    private EmbeddedOlm(
            KubernetesClient catalogdClient,
            Catalogd catalogd,
            KubernetesClient controllerClient,
            Controller controller) {
        this.catalogdClient = catalogdClient;
        this.catalogd = catalogd;
        this.controllerClient = controllerClient;
        this.controller = controller;
    }

    /**
     * Starts both on a cluster that has the manifests.
     *
     * @param directory for their caches; what is in it is used again
     * @param catalogs where catalogd serves catalogs
     * @param controllerOptions changes how the controller runs
     * @throws IOException if the directory cannot be written, or the address to serve catalogs at cannot be used
     */
    static EmbeddedOlm start(
            LocalCluster cluster,
            Path directory,
            InetSocketAddress catalogs,
            UnaryOperator<ControllerOptions> controllerOptions)
            throws IOException {
        KubernetesClient catalogdClient = clientOf(cluster, CATALOGD);
        KubernetesClient controllerClient = clientOf(cluster, CONTROLLER);
        awaitReadable(catalogdClient, ClusterCatalog.class);
        awaitReadable(controllerClient, ClusterCatalog.class);
        awaitReadable(controllerClient, ClusterExtension.class);
        awaitReadable(controllerClient, ClusterObjectSet.class);
        Catalogd catalogd = Catalogd.start(
                catalogdClient,
                CatalogdOptions.in(directory.resolve("catalogd"))
                        .withListen(catalogs)
                        .withPullSecrets(pullSecretsOf(CATALOGD)));
        try {
            Controller controller = Controller.start(
                    controllerClient,
                    controllerOptions.apply(
                            ControllerOptions.of(directory.resolve("operator-controller"), SYSTEM_NAMESPACE)
                                    .withPullSecrets(pullSecretsOf(CONTROLLER))));
            return new EmbeddedOlm(catalogdClient, catalogd, controllerClient, controller);
        } catch (RuntimeException e) {
            catalogd.close();
            throw e;
        }
    }

    private static KubernetesClient clientOf(LocalCluster cluster, String account) {
        return ApiServerHttp.client(
                cluster.clientForServiceAccount(SYSTEM_NAMESPACE, account).getConfiguration());
    }

    private static PullSecretOptions pullSecretsOf(String account) {
        return PullSecretOptions.NONE.withServiceAccount(new NamespacedName(SYSTEM_NAMESPACE, account));
    }

    /** Rights and custom resources come into effect a moment after they were made; what starts earlier fails. */
    private static void awaitReadable(KubernetesClient client, Class<? extends HasMetadata> kind) {
        var refusal = new AtomicReference<>("");
        boolean readable = BoundedWait.lasting(READABLE_LIMIT).until(() -> {
            try {
                return client.resources(kind).list() != null;
            } catch (KubernetesClientException e) {
                refusal.set(String.valueOf(e.getMessage()));
                return false;
            }
        });
        if (!readable) {
            throw new LocalClusterException("%s cannot be read after %d s: %s"
                    .formatted(kind.getSimpleName(), READABLE_LIMIT.toSeconds(), refusal.get()));
        }
    }

    @Override
    public void close() {
        controller.close();
        controllerClient.close();
        catalogd.close();
        catalogdClient.close();
    }
}
