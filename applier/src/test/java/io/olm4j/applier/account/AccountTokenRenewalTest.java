package io.olm4j.applier.account;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the renewal of an {@link AccountToken} with an API server that fails. */
class AccountTokenRenewalTest {

    private static final Duration LIFE = Duration.ofMinutes(10);

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private int code = 201;
    private int requests;

    private final HttpServer server;
    private final KubernetesClient client;
    private final AccountToken token;

    AccountTokenRenewalTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        token = new AccountToken(client, new ServiceAccountRef("default", "installer"), () -> now);
    }

    @BeforeEach
    void start() {
        server.createContext("/api/v1/namespaces/default/serviceaccounts/installer/token", exchange -> {
            requests++;
            byte[] body = """
                {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "status": {"token": "%s"}}""".formatted(jwt()).getBytes(UTF_8);
            exchange.sendResponseHeaders(code, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    private String jwt() {
        String claims = "{\"iat\":1000,\"exp\":%d,\"jti\":\"%d\"}".formatted(1000 + LIFE.toSeconds(), requests);
        return "e30." + Base64.getUrlEncoder().encodeToString(claims.getBytes(UTF_8)) + ".c2ln";
    }

    @Test
    void shouldUseTheTokenUntilItExpiresWhileTheApiServerFails() {
        // Given
        String first = token.get();
        code = 503;

        // When it should be renewed
        now = now.plus(Duration.ofMinutes(9));

        // Then
        assertThat(token.get()).isEqualTo(first);
        assertThat(token.get()).isEqualTo(first);
        assertThat(requests).as("one attempt a minute").isEqualTo(2);

        // When it has expired
        now = now.plus(Duration.ofMinutes(1));

        // Then
        assertThatThrownBy(token::get).isInstanceOf(KubernetesClientException.class);
    }

    @Test
    void shouldRenewTheTokenOnceTheApiServerAnswersAgain() {
        // Given
        String first = token.get();
        now = now.plus(Duration.ofMinutes(8));
        code = 503;
        token.get();

        // When
        code = 201;
        now = now.plus(Duration.ofMinutes(1));

        // Then
        assertThat(token.get()).isNotEqualTo(first);
    }

    @Test
    void shouldNotUseTheTokenOfAnAccountThatNoLongerExists() {
        // Given
        token.get();
        code = 404;

        // When
        now = now.plus(Duration.ofMinutes(9));

        // Then
        assertThatThrownBy(token::get).isInstanceOf(KubernetesClientException.class);
    }
}
