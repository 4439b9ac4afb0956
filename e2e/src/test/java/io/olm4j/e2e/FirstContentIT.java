package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.localcluster.FreePort;
import io.olm4j.testsupport.OlmRun;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** catalogd on an empty disk, while the registry of a catalog that the cluster has resolved does not answer. */
class FirstContentIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String LEASE = "catalogd-operator-lock";

    @TempDir
    private Path directory = Path.of("");

    @Test
    void shouldNameWhatItLacksAndReleaseTheLeaseWhenItIsToldToStop() throws Exception {
        // Given
        OlmCluster olm = OlmCluster.withoutControllers();
        String health = FreePort.address();
        try (ServerSocket registry = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
            String image = "127.0.0.1:" + registry.getLocalPort() + "/held@sha256:" + "0".repeat(64);
            applyResolved(olm, image);

            // When
            try (OlmRun server = start(olm, health)) {

                // Then
                await().atMost(PATIENCE)
                        .ignoreExceptions()
                        .until(() -> get(health).body().contains("it lacks the content of held"));
                assertThat(get(health).statusCode()).isEqualTo(500);
                await().atMost(PATIENCE).until(() -> olm.leaseHolder(LEASE).isPresent());
                assertThat(server.stop()).as(server.log()).isZero();
                assertThat(olm.leaseHolder(LEASE)).as(server.log()).isEmpty();
            }
        }
    }

    private static void applyResolved(OlmCluster olm, String image) {
        olm.client().resource("""
                        apiVersion: olm.operatorframework.io/v1
                        kind: ClusterCatalog
                        metadata:
                          name: held
                        spec:
                          source:
                            type: Image
                            image:
                              ref: %s
                        """.formatted(image)).create();
        olm.client()
                .resources(ClusterCatalog.class)
                .withName("held")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"resolvedSource\":{\"type\":\"Image\",\"image\":{\"ref\":\"" + image + "\"}}}}");
    }

    private OlmRun start(OlmCluster olm, String health) {
        return OlmRun.start(
                directory.resolve("catalogd"),
                olm.cluster().kubeconfigForServiceAccount("olmv1-system", "catalogd-controller-manager"),
                List.of(
                        "run",
                        "--only=catalogd",
                        "--leader-elect",
                        "--system-namespace=olmv1-system",
                        "--health-probe-bind-address=" + health,
                        "--catalogs-server-addr=" + FreePort.address(),
                        "--cache-dir=" + directory.resolve("cache")),
                Map.of());
    }

    private static HttpResponse<String> get(String health) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://" + health + "/readyz?verbose"))
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}
