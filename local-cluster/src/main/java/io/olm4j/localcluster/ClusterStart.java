package io.olm4j.localcluster;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Starts the components in order and waits until the cluster is usable. */
final class ClusterStart {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final int CONNECT_MILLIS = 500;

    private final ControlPlane controlPlane;
    private final ClusterDirectory directory;
    private final ClusterPorts ports;
    private final BoundedWait limit = BoundedWait.lasting(LIMIT);

    ClusterStart(ControlPlane controlPlane, ClusterDirectory directory, ClusterPorts ports) {
        this.controlPlane = controlPlane;
        this.directory = directory;
        this.ports = ports;
    }

    /** Thrown if another process uses the port of a component; other ports may be free. */
    static final class PortTaken extends Exception {
        PortTaken(String message) {
            super(message);
        }
    }

    /** Starts etcd, the registry and the API server, and waits until the API server and the registry listen. */
    void startServers() throws PortTaken {
        controlPlane.start(Component.ETCD, Component.REGISTRY, Component.API_SERVER);
        await(Component.API_SERVER, "listens", () -> listens(ports.apiServer()) && Files.exists(directory.authority()));
        await(Component.REGISTRY, "listens", () -> listens(ports.registry()));
    }

    void awaitApiServer(KubernetesClient client) throws PortTaken {
        await(Component.API_SERVER, "is ready", () -> answers(client, "/readyz"));
    }

    /** Starts the controller manager, the scheduler and kwok, and waits until pods can run. */
    void startControllers(KubernetesClient client, int nodes) throws PortTaken {
        controlPlane.start(Component.CONTROLLER_MANAGER, Component.SCHEDULER, Component.KWOK);
        for (int i = 1; i <= nodes; i++) {
            client.resource(node("node-" + i)).create();
        }
        await(
                Component.CONTROLLER_MANAGER,
                "has made the service account of namespace default",
                () -> answers(client, "/api/v1/namespaces/default/serviceaccounts/default"));
        await(
                Component.KWOK,
                "has made the nodes ready",
                () -> client.nodes().list().getItems().stream().allMatch(Readiness::isNodeReady));
    }

    private void await(Component component, String what, BooleanSupplier condition) throws PortTaken {
        boolean holds = limit.until(() -> controlPlane.ended().isPresent() || condition.getAsBoolean());
        Optional<ComponentProcess> ended = controlPlane.ended();
        if (ended.isPresent()) {
            String words = ended.get().lastWords();
            if (words.contains("address already in use")) {
                throw new PortTaken(words);
            }
            throw new LocalClusterException("The local cluster does not start, because %s ended. %s"
                    .formatted(ended.get().component().program(), words));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new LocalClusterException("The start of the local cluster was interrupted.");
        }
        if (!holds) {
            throw new LocalClusterException("The local cluster does not start: waited %d s until %s %s. %s"
                    .formatted(
                            LIMIT.toSeconds(),
                            component.program(),
                            what,
                            controlPlane.process(component).lastWords()));
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(KubernetesClient client, String path) {
        try {
            return client.raw(path) != null;
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    private static Node node(String name) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName(name)
                .withLabels(Map.of(
                        "kubernetes.io/hostname", name,
                        "kubernetes.io/os", "linux",
                        "kubernetes.io/arch", "amd64"))
                .endMetadata()
                .build();
    }
}
