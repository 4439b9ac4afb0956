package io.olm4j.applier.account;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.work.BoundedWork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link AccessReviewer} with the answers of authorizers that Kubernetes alone does not have. */
class AccessReviewerTest {

    private static final AccessQuery QUERY = new AccessQuery("create", "", "configmaps", "default", "", "");

    @AutoClose
    private final BoundedWork work = new BoundedWork(1, 1);

    private final HttpServer server;

    @AutoClose
    private final KubernetesClient client;

    AccessReviewerTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private AccessReviewer answered(String status) {
        server.createContext("/apis/authorization.k8s.io/v1/subjectaccessreviews", exchange -> {
            byte[] body = "{\"kind\": \"SubjectAccessReview\", \"status\": %s}"
                    .formatted(status)
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return new AccessReviewer(ObjectClient.of(client), work);
    }

    private static ServiceAccountRef account() {
        return new ServiceAccountRef("default", "installer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"allowed\": false}",
                "{\"allowed\": false, \"reason\": \"RBAC: role not found\"}",
                "{\"allowed\": false, \"denied\": true, \"evaluationError\": \"another one failed\"}"
            })
    void shouldTakeADecisionAgainstARequestAsDenied(String status) {
        assertThat(answered(status).denied(account(), List.of(QUERY))).containsExactly(QUERY);
    }

    @Test
    void shouldTakeAPermissionAsGivenAlthoughAnotherAuthorizerFailed() {
        assertThat(answered("{\"allowed\": true, \"evaluationError\": \"another one failed\"}")
                        .denied(account(), List.of(QUERY)))
                .isEmpty();
    }

    @Test
    void shouldNotTakeAFailedAuthorizerForADecision() {
        AccessReviewer reviewer = answered("{\"allowed\": false, \"evaluationError\": \"webhook timed out\"}");

        assertThatThrownBy(() -> reviewer.denied(account(), List.of(QUERY)))
                .isInstanceOf(ApiException.class)
                .hasMessage("the authorizer of the API server failed: webhook timed out");
    }
}
