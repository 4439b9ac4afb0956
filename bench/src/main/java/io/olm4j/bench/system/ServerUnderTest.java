package io.olm4j.bench.system;

import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A process of {@code olm run --only operator-controller}, as its service account. */
final class ServerUnderTest implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final OlmRun process;
    private final URI readiness;

    private ServerUnderTest(OlmRun process, URI readiness) {
        this.process = process;
        this.readiness = readiness;
    }

    /** How a process is ended. */
    interface End {
        void of(ServerUnderTest server);
    }

    static ServerUnderTest start(LocalCluster cluster, Path directory, String name, String... flags) {
        String health = FreePort.address();
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--only=operator-controller",
                "--cache-path=" + directory.resolve("cache"),
                "--health-probe-bind-address=" + health));
        arguments.addAll(List.of(flags));
        OlmRun process = OlmRun.start(
                directory,
                cluster.kubeconfigForServiceAccount(ControllerBench.SYSTEM, "operator-controller-controller-manager"),
                arguments,
                Map.of("HOSTNAME", name));
        return new ServerUnderTest(process, URI.create("http://" + health + "/readyz"));
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
        process.terminate();
    }

    /** Kills it. */
    @Override
    public void close() {
        process.close();
    }
}
