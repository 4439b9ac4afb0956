package io.olm4j.localcluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.assets.Assets;
import io.olm4j.localcluster.assets.AssetsException;
import io.olm4j.localcluster.assets.AssetsProvisioner;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Kubernetes control plane on this machine: etcd, API server, controller manager, scheduler, nodes simulated by kwok,
 * a registry. All components listen only on the loopback interface, and end with this process however it ends.
 */
public final class LocalCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LocalCluster.class);

    private static final int NODES = 2;

    private final ClusterDirectory directory;
    private final ControlPlane controlPlane;
    private final ClusterPorts ports;
    private final String name;
    private final ClusterCredentials credentials;
    private final ClusterClients clients;
    private final KubernetesClient admin;
    private final Kubectl kubectl;
    private final Duration startTime;
    private final List<KubernetesClient> handedOut = new CopyOnWriteArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread shutdownHook = new Thread(this::close, "local-cluster-stop");

    LocalCluster(
            Assets assets,
            ClusterDirectory directory,
            ControlPlane controlPlane,
            ClusterPorts ports,
            String name,
            ClusterCredentials credentials,
            KubernetesClient admin,
            Duration startTime) {
        this.directory = directory;
        this.controlPlane = controlPlane;
        this.ports = ports;
        this.name = name;
        this.credentials = credentials;
        this.clients = new ClusterClients(ports.apiServerUrl(), directory.authority());
        this.admin = admin;
        this.kubectl = new Kubectl(assets.kubectl(), directory.kubeconfig());
        this.startTime = startTime;
    }

    /**
     * Starts a new, empty cluster and waits until pods can run in it.
     *
     * @throws AssetsException if the programs are missing and cannot be built
     * @throws LocalClusterException if it does not start; the message ends with the log of the failed component
     */
    public static LocalCluster start(LocalClusterOptions options) {
        Assets assets = AssetsProvisioner.forThisMachine(options.progress()).provision(options.assets());
        try {
            LocalCluster cluster =
                    new ClusterLauncher(assets, ClusterPorts::free, options.name(), NODES).launch(options.directory());
            Runtime.getRuntime().addShutdownHook(cluster.shutdownHook);
            LOG.info("Local cluster ready after {} ms: {}", cluster.startTime.toMillis(), cluster.directory());
            return cluster;
        } catch (IOException e) {
            throw new LocalClusterException(
                    "The local cluster does not start, because its files cannot be written: " + e.getMessage(), e);
        }
    }

    /** A client with all rights; it is closed with the cluster. */
    public KubernetesClient adminClient() {
        return admin;
    }

    /**
     * A client with a token of a service account, which must exist; it is closed with the cluster.
     *
     * @throws io.fabric8.kubernetes.client.KubernetesClientException if there is no such service account
     */
    public KubernetesClient clientForServiceAccount(String namespace, String name) {
        return remember(clients.withToken(ClusterClients.serviceAccountToken(admin, namespace, name)));
    }

    /**
     * A client of a user, who has only the rights that are bound to the name and the groups; it is closed with the
     * cluster.
     */
    public KubernetesClient clientForUser(String name, String... groups) {
        return remember(clients.impersonating(credentials.admin(), name, groups));
    }

    /** The administrator's kubeconfig file. */
    public Path kubeconfig() {
        return directory.kubeconfig();
    }

    /** The text of a kubeconfig file for a service account, which must exist. */
    public String kubeconfigForServiceAccount(String namespace, String name) {
        return kubeconfig(ClusterClients.serviceAccountToken(admin, namespace, name))
                .text();
    }

    /** The text of a kubeconfig file for a user. */
    public String kubeconfigForUser(String name, String... groups) {
        return kubeconfig(credentials.admin()).textAs(name, List.of(groups));
    }

    /** The address of the registry, {@code 127.0.0.1:PORT}. It uses plain HTTP and needs no credentials. */
    public String registryHost() {
        return ports.registryHost();
    }

    /** The URL of the API server. */
    public String apiServerUrl() {
        return ports.apiServerUrl();
    }

    /** Runs kubectl as the administrator. */
    public Kubectl kubectl() {
        return kubectl;
    }

    /** A launcher of kubectl for this cluster, which users put on the PATH. */
    public Path kubectlLauncher() {
        return directory.bin().resolve(Component.KUBECTL.program());
    }

    /** The directory with all files of the cluster. */
    public Path directory() {
        return directory.root();
    }

    /** The directory with a log for each component. */
    public Path logs() {
        return directory.logs();
    }

    /** The processes of the cluster. */
    public List<ProcessHandle> processes() {
        return controlPlane.handles();
    }

    /**
     * Stops the API server and starts it again with its data, on the same port; returns when it is ready.
     *
     * @throws LocalClusterException if it does not become ready
     */
    public void restartApiServer() {
        controlPlane.stop(Component.API_SERVER);
        try {
            ClusterStart start = new ClusterStart(controlPlane, directory, ports);
            controlPlane.start(Component.API_SERVER);
            start.awaitApiServer(admin);
        } catch (ClusterStart.PortTaken e) {
            throw new LocalClusterException(
                    "The port of the API server was taken while it did not run. " + e.getMessage(), e);
        }
    }

    /**
     * Restarts the API server so that it logs each request.
     *
     * @return the log: one Event of audit.k8s.io/v1 in JSON a line, with the user, the verb and the path, but without
     *     bodies
     */
    public Path startAudit() {
        try {
            Files.writeString(directory.auditPolicy(), """
                    apiVersion: audit.k8s.io/v1
                    kind: Policy
                    omitStages: [RequestReceived]
                    rules: [{level: Metadata}]
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        restartApiServer();
        return directory.logs().resolve("audit.log");
    }

    /** Restarts the API server without the log of requests. */
    public void endAudit() {
        try {
            Files.deleteIfExists(directory.auditPolicy());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        restartApiServer();
    }

    /**
     * Stops all components, the last started first, and removes the state. In a directory that the user named, the logs
     * remain. A second call has no effect.
     */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        leaveEndToCaller();
        handedOut.forEach(KubernetesClient::close);
        admin.close();
        controlPlane.stopAll();
        try {
            directory.deleteRemains();
            directory.close();
        } catch (IOException e) {
            LOG.warn("Some files of the local cluster remain in {}: {}", directory.root(), e.getMessage());
        }
    }

    /** From now on only the caller closes it. Without this call, it closes itself when the process ends. */
    public void leaveEndToCaller() {
        try {
            Runtime.getRuntime().removeShutdownHook(shutdownHook);
        } catch (IllegalStateException e) {
            LOG.debug("The process is ending already, the hook itself may be what runs", e);
        }
    }

    private KubeconfigFile kubeconfig(String token) {
        return new KubeconfigFile(name, ports.apiServerUrl(), directory.authority(), token);
    }

    private KubernetesClient remember(KubernetesClient client) {
        handedOut.add(client);
        return client;
    }
}
