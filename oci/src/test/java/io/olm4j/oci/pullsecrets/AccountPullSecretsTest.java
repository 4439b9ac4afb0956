package io.olm4j.oci.pullsecrets;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.oci.ImageReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import okhttp3.Response;
import okhttp3.WebSocket;
import okhttp3.WebSocketListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link AccountPullSecrets} with a server in place of the API server. */
class AccountPullSecretsTest {

    private static final NamespacedName ACCOUNT = new NamespacedName("team", "puller");
    private static final int NAMED = 10_000;

    private final MockWebServer server = new MockWebServer();
    private final Set<String> requested = ConcurrentHashMap.newKeySet();

    @SuppressWarnings("NullAway.Init") // start sets it
    private KubernetesClient client;

    @BeforeEach
    void start() throws Exception {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return answer(request.getUrl());
            }
        });
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl(server.url("/").toString())
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void shouldWatchOnlyTheFirstSecretsWhenAnAccountNamesThousands() throws Exception {
        try (var secrets = AccountPullSecrets.ofExtension(client, ACCOUNT, () -> {})) {
            assertThat(secrets.config().remarks(ImageReference.parse("quay.io/org/op:v1")))
                    .hasSize(51)
                    .startsWith(
                            "only the first 50 pull secrets of the service account team/puller are used",
                            "pull secret team/secret-0 does not exist")
                    .endsWith("pull secret team/secret-49 does not exist");
            assertThat(requested)
                    .isEqualTo(IntStream.range(0, 50)
                            .mapToObj(i -> "metadata.name=secret-" + i)
                            .collect(Collectors.toSet()));
        }
    }

    @Test
    void shouldNotReadTheSecretOfOpenShiftsInternalRegistryForTheProcess() throws Exception {
        try (var secrets = AccountPullSecrets.ofProcess(client, ACCOUNT, () -> {})) {
            assertThat(secrets.config().remarks(ImageReference.parse("quay.io/org/op:v1")))
                    .contains("pull secret team/secret-2 does not exist", "pull secret team/secret-4 does not exist");
            assertThat(requested).contains("metadata.name=secret-2").doesNotContain("metadata.name=secret-3");
        }
    }

    private MockResponse answer(HttpUrl url) {
        boolean secrets = url.encodedPath().endsWith("/secrets");
        if (secrets) {
            requested.add(String.valueOf(url.queryParameter("fieldSelector")));
        }
        if (url.queryParameter("watch") != null) {
            return new MockResponse.Builder().webSocketUpgrade(new QuietWatch()).build();
        }
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(secrets ? list("Secret", "") : list("ServiceAccount", account()))
                .build();
    }

    /** A watch without events, which ends with that of the client. */
    private static final class QuietWatch extends WebSocketListener {

        @Override
        public void onClosing(WebSocket webSocket, int code, String reason) {
            webSocket.close(code, reason);
        }

        @Override
        public void onFailure(WebSocket webSocket, Throwable t, @Nullable Response response) {
            webSocket.cancel();
        }
    }

    /** Each name twice, because a name counts once. */
    private static String account() {
        return IntStream.range(0, NAMED)
                .mapToObj(i -> "{\"name\":\"secret-" + i + "\"}")
                .flatMap(name -> Stream.of(name, name))
                .collect(Collectors.joining(
                        ",",
                        "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"namespace\":\"team\","
                                + "\"name\":\"puller\",\"resourceVersion\":\"1\",\"annotations\":{"
                                + "\"openshift.io/internal-registry-pull-secret-ref\":\"secret-3\"}},"
                                + "\"imagePullSecrets\":[",
                        "]}"));
    }

    private static String list(String kind, String items) {
        return "{\"apiVersion\":\"v1\",\"kind\":\"" + kind + "List\",\"metadata\":{\"resourceVersion\":\"1\"},"
                + "\"items\":[" + items + "]}";
    }
}
