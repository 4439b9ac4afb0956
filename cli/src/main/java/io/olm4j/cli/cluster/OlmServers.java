package io.olm4j.cli.cluster;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.SystemNames;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** catalogd and operator-controller on the embedded cluster: {@code olm run}, each as its own service account. */
final class OlmServers implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<URI> readiness = new ArrayList<>();

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
        int catalogs = FreePort.next();
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

    /**
     * Returns once both are ready.
     *
     * @throws OlmException if they are not within a minute; it says where their logs are
     */
    void awaitReady(Path logs) {
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (URI url : readiness) {
                if (!BoundedWait.lasting(READY_LIMIT).until(() -> isReady(http, url))) {
                    throw new OlmException(
                            "not ready after %d s: see the logs of catalogd and operator-controller in %s"
                                    .formatted(READY_LIMIT.toSeconds(), logs));
                }
            }
        }
    }

    private static boolean isReady(HttpClient http, URI url) {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void start(LocalCluster cluster, Path directory, String role, List<String> flags) throws IOException {
        Path kubeconfig = directory.resolve(role + ".kubeconfig");
        Files.deleteIfExists(kubeconfig);
        Files.createFile(
                kubeconfig, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(
                kubeconfig, cluster.kubeconfigForServiceAccount(SystemNames.NAMESPACE, role + "-controller-manager"));
        String health = FreePort.address();
        readiness.add(URI.create("http://" + health + "/readyz"));
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--only=" + role,
                "--end-with-input",
                "--system-namespace=" + SystemNames.NAMESPACE,
                "--health-probe-bind-address=" + health));
        arguments.addAll(flags);
        processes.add(ServerProcess.start(
                JavaCommand.server(arguments),
                Map.of("KUBECONFIG", kubeconfig.toString()),
                cluster.logs().resolve(role + ".log")));
    }

    @Override
    public void close() {
        processes.reversed().forEach(ServerProcess::close);
    }
}
