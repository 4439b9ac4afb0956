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
import java.util.ArrayDeque;
import java.util.Deque;
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

    /** How to end what was started, the last one first. */
    private final Deque<Runnable> ends = new ArrayDeque<>();

    private EmbeddedOlm() {}

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
        var olm = new EmbeddedOlm();
        try {
            olm.startOn(cluster, directory, catalogs, controllerOptions);
        } catch (IOException | RuntimeException e) {
            olm.close();
            throw e;
        }
        return olm;
    }

    private void startOn(
            LocalCluster cluster,
            Path directory,
            InetSocketAddress catalogs,
            UnaryOperator<ControllerOptions> controllerOptions)
            throws IOException {
        KubernetesClient catalogdClient = clientOf(cluster, CATALOGD);
        ends.push(catalogdClient::close);
        KubernetesClient controllerClient = clientOf(cluster, CONTROLLER);
        ends.push(controllerClient::close);
        awaitReadable(catalogdClient, ClusterCatalog.class);
        awaitReadable(controllerClient, ClusterCatalog.class);
        awaitReadable(controllerClient, ClusterExtension.class);
        awaitReadable(controllerClient, ClusterObjectSet.class);
        Catalogd catalogd = Catalogd.start(
                catalogdClient,
                CatalogdOptions.in(directory.resolve("catalogd"))
                        .withListen(catalogs)
                        .withPullSecrets(pullSecretsOf(CATALOGD)));
        ends.push(catalogd::close);
        Controller controller = Controller.start(
                controllerClient,
                controllerOptions.apply(ControllerOptions.of(directory.resolve("operator-controller"), SYSTEM_NAMESPACE)
                        .withPullSecrets(pullSecretsOf(CONTROLLER))));
        ends.push(controller::close);
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
        ends.forEach(Runnable::run);
        ends.clear();
    }
}
