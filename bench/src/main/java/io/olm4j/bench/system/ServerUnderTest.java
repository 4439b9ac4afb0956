package io.olm4j.bench.system;

import io.olm4j.localcluster.LocalCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A process of {@code olm run --only operator-controller}, as its service account. */
final class ServerUnderTest implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final URI readiness;

    private ServerUnderTest(Process process, URI readiness) {
        this.process = process;
        this.readiness = readiness;
    }

    /** How a process is ended. */
    interface End {
        void of(ServerUnderTest server);
    }

    static ServerUnderTest start(LocalCluster cluster, Path directory, String name, String... flags)
            throws IOException {
        Files.createDirectories(directory);
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"),
                cluster.kubeconfigForServiceAccount(ControllerBench.SYSTEM, "operator-controller-controller-manager"));
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = socket.getLocalPort();
        }
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.olm4j.cli.Olm",
                "run",
                "--only=operator-controller",
                "--end-with-input",
                "--cache-path=" + directory.resolve("cache"),
                "--health-probe-bind-address=127.0.0.1:" + port));
        command.addAll(List.of(flags));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile());
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("HOSTNAME", name);
        return new ServerUnderTest(builder.start(), URI.create("http://127.0.0.1:" + port + "/readyz"));
    }

    boolean isReady() {
        try {
            HttpRequest request = HttpRequest.newBuilder(readiness)
                    .timeout(Duration.ofSeconds(2))
                    .build();
            return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Tells it to stop, and does not wait. */
    void terminate() {
        process.toHandle().destroy();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
