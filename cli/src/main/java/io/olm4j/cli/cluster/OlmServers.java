package io.olm4j.cli.cluster;

import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** catalogd and operator-controller on the embedded cluster: {@code olm run}, each as its own service account. */
final class OlmServers implements AutoCloseable {

    private static final String SYSTEM_NAMESPACE = "olmv1-system";

    private final List<ServerProcess> processes = new ArrayList<>();

    private OlmServers() {}

    /**
     * Starts both.
     *
     * @param directory for their caches and kubeconfig files
     * @param controllerFlags further flags of operator-controller
     */
    static OlmServers start(LocalCluster cluster, Path directory, List<String> controllerFlags) throws IOException {
        Files.createDirectories(directory);
        OlmServers servers = new OlmServers();
        int catalogs = freePort();
        servers.start(
                cluster,
                directory,
                "catalogd",
                List.of(
                        "--catalogs-server-addr=127.0.0.1:" + catalogs,
                        "--external-address=127.0.0.1:" + catalogs,
                        "--cache-dir=" + directory.resolve("catalogd")));
        List<String> flags = new ArrayList<>(List.of("--cache-path=" + directory.resolve("operator-controller")));
        flags.addAll(controllerFlags);
        servers.start(cluster, directory, "operator-controller", flags);
        return servers;
    }

    private void start(LocalCluster cluster, Path directory, String role, List<String> flags) throws IOException {
        Path kubeconfig = directory.resolve(role + ".kubeconfig");
        Files.deleteIfExists(kubeconfig);
        Files.createFile(
                kubeconfig, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                kubeconfig, cluster.kubeconfigForServiceAccount(SYSTEM_NAMESPACE, role + "-controller-manager"));
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--only=" + role,
                "--end-with-input",
                "--system-namespace=" + SYSTEM_NAMESPACE,
                "--health-probe-bind-address=127.0.0.1:" + freePort()));
        arguments.addAll(flags);
        processes.add(ServerProcess.start(
                JavaCommand.of(ServerMemory.OPTIONS, arguments),
                Map.of("KUBECONFIG", kubeconfig.toString()),
                cluster.logs().resolve(role + ".log")));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        processes.reversed().forEach(ServerProcess::close);
    }
}
