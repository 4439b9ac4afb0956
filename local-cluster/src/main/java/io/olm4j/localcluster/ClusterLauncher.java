package io.olm4j.localcluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.assets.Assets;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Starts a cluster on free ports. If another process takes one of them meanwhile, it tries other ports.
 *
 * @param assets the programs
 * @param ports chooses ports that are free now
 * @param name the name of the cluster in kubeconfig files
 * @param nodes the number of nodes to create
 */
record ClusterLauncher(Assets assets, Supplier<ClusterPorts> ports, String name, int nodes) {

    private static final int ATTEMPTS = 5;

    LocalCluster launch(Optional<Path> wantedDirectory) throws IOException {
        ClusterDirectory directory = ClusterDirectory.open(wantedDirectory);
        try {
            for (int attempt = 1; ; attempt++) {
                try {
                    return launch(directory);
                } catch (ClusterStart.PortTaken e) {
                    if (attempt == ATTEMPTS) {
                        throw new LocalClusterException(
                                "The local cluster does not start: its ports were in use at %d attempts. %s"
                                        .formatted(ATTEMPTS, e.getMessage()),
                                e);
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    private LocalCluster launch(ClusterDirectory directory) throws IOException, ClusterStart.PortTaken {
        long started = System.nanoTime();
        ClusterPorts chosen = ports.get();
        ClusterCredentials credentials = ClusterCredentials.random();
        writeFiles(directory, chosen, credentials);
        ControlPlane controlPlane = new ControlPlane(assets, directory, chosen);
        Optional<KubernetesClient> client = Optional.empty();
        boolean ready = false;
        try {
            ClusterStart start = new ClusterStart(controlPlane, directory, chosen);
            start.startServers();
            KubernetesClient admin =
                    new ClusterClients(chosen.apiServerUrl(), directory.authority()).withToken(credentials.admin());
            client = Optional.of(admin);
            start.awaitApiServer(admin);
            start.startControllers(admin, nodes);
            ready = true;
            Duration startTime = Duration.ofNanos(System.nanoTime() - started);
            return new LocalCluster(assets, directory, controlPlane, chosen, name, credentials, admin, startTime);
        } finally {
            if (!ready) {
                client.ifPresent(KubernetesClient::close);
                controlPlane.stopAll();
                directory.deleteState();
            }
        }
    }

    private void writeFiles(ClusterDirectory directory, ClusterPorts ports, ClusterCredentials credentials)
            throws IOException {
        directory.create();
        credentials.writeTokenFile(directory.tokens());
        ClusterCredentials.writeServiceAccountKey(directory.serviceAccountKey());
        writeKubeconfig(directory, ports, directory.kubeconfig(), credentials.admin());
        writeKubeconfig(
                directory, ports, directory.kubeconfig(Component.CONTROLLER_MANAGER), credentials.controllerManager());
        writeKubeconfig(directory, ports, directory.kubeconfig(Component.SCHEDULER), credentials.scheduler());
        writeKubeconfig(directory, ports, directory.kubeconfig(Component.KWOK), credentials.kwok());
        try (InputStream stages = ClusterLauncher.class.getResourceAsStream("nodes-and-pods.yaml")) {
            if (stages == null) {
                throw new IllegalStateException("the class path lacks nodes-and-pods.yaml");
            }
            Files.copy(stages, directory.stages());
        }
        writeKubectlLauncher(directory);
    }

    private void writeKubeconfig(ClusterDirectory directory, ClusterPorts ports, Path file, String token)
            throws IOException {
        ClusterCredentials.writePrivate(
                file, new KubeconfigFile(name, ports.apiServerUrl(), directory.authority(), token).text());
    }

    /** Runs kubectl on this cluster, unless the user has set KUBECONFIG. */
    private void writeKubectlLauncher(ClusterDirectory directory) throws IOException {
        List<String> words =
                assets.kubectl().stream().map(ClusterLauncher::quoted).toList();
        Path launcher = directory.bin().resolve(Component.KUBECTL.program());
        Files.writeString(launcher, """
                #!/bin/sh
                [ -n "${KUBECONFIG:-}" ] || export KUBECONFIG=%s
                exec %s "$@"
                """.formatted(quoted(directory.kubeconfig().toString()), String.join(" ", words)));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
