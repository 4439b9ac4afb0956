package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.Annotations;
import io.olm4j.localcluster.FreePort;
import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code olm run} as an administrator starts it, from its flags to its end. */
class RunIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tls-cert=tls.crt | unable to configure TLS certificates: tls-cert and tls-key flags must be"
                        + " used together",
                "--metrics-bind-address=:8443 | metrics-bind-address requires tls-cert and tls-key flags to be set;"
                        + " or set --tls-secret, or --metrics-bind-address=0",
                "--feature-gates=Nope=true | unrecognized feature gate: Nope",
                "--gc-interval=often | is not a duration such as 30s, 10m or 12h",
                "--health-probe-bind-address=8081 | is not an address such as :8443",
                "--only=catalogd --cache-path=x | --cache-path is not a flag of catalogd: leave it out, or leave"
                        + " out --only",
                "--only=nobody | operator-controller",
                "--health-probe-bind-address=0 | no cluster is known: set KUBECONFIG"
            })
    void shouldEndWithOneSentenceWhenItCannotRunLikeThat(String flags, String sentence) throws Exception {
        // Given
        OlmProcess olm = new OlmProcess(directory).with("KUBECONFIG", directory.resolve("none"));
        String[] arguments = ("run " + flags).split(" ", -1);

        // When
        OlmProcess.Result result = olm.run(arguments);

        // Then
        assertThat(result.exitCode()).as("%s", result).isEqualTo(2);
        assertThat(result.errors()).contains(sentence).doesNotContain("\tat ");
    }

    @Test
    void shouldRunBothInOneProcessAndSayWhatIsReady() throws Exception {
        // Given
        OlmCluster olm = OlmCluster.withoutControllers();
        String health = FreePort.address();
        String catalogs = FreePort.address();
        try (OlmRun server = OlmServer.startBoth(
                olm.cluster(),
                directory.resolve("both"),
                "--health-probe-bind-address=" + health,
                "--catalogs-server-addr=" + catalogs,
                "--external-address=" + catalogs)) {

            // When
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> get(health, "/readyz").statusCode() == 200);

            // Then
            assertThat(get(health, "/readyz?verbose").body())
                    .contains("[+]operator-controller ok", "[+]catalog-server ok", "readyz check passed");
            assertThat(get(health, "/healthz").body()).isEqualToIgnoringNewLines("ok");
            assertThat(get(catalogs, "/catalogs/none/api/v1/all").statusCode()).isEqualTo(404);
            assertThat(server.stop()).as(server.log()).isZero();
        }
    }

    /**
     * The policies ask about the account of the annotations; another one would be used without anybody having been
     * asked.
     */
    @Test
    void shouldNotStartWithADefaultAccountThatThePoliciesDoNotKnow() throws Exception {
        // Given
        OlmCluster olm = OlmCluster.withoutControllers();

        // When
        try (OlmRun server = OlmServer.start(
                olm.cluster(),
                directory.resolve("default-account"),
                "operator-controller",
                "--default-service-account=greeter/installer")) {

            // Then
            assertThat(server.awaitEnd()).isEqualTo(2);
            assertThat(server.log())
                    .contains("the admission policies do not know it")
                    .contains("annotate the ServiceAccount olmv1-system/operator-controller-controller-manager")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void shouldEndWhenThePoliciesNoLongerKnowTheDefaultAccount() throws Exception {
        // Given
        OlmCluster olm = OlmCluster.withoutControllers();
        annotate(olm, "installer");
        try (OlmRun server = OlmServer.start(
                olm.cluster(),
                directory.resolve("default-account"),
                "operator-controller",
                "--default-service-account=greeter/installer")) {
            await().atMost(PATIENCE).until(() -> server.log().contains("has started"));

            // When
            annotate(olm, "other");

            // Then
            assertThat(server.awaitEnd()).isEqualTo(2);
            assertThat(server.log()).contains("the admission policies do not know it");
        } finally {
            annotate(olm, null);
        }
    }

    /** Names the default account for the policies, or none. */
    private static void annotate(OlmCluster olm, @Nullable String name) {
        olm.client()
                .serviceAccounts()
                .inNamespace("olmv1-system")
                .withName("operator-controller-controller-manager")
                .edit(account -> {
                    account.getMetadata()
                            .setAnnotations(
                                    name == null
                                            ? Map.of()
                                            : Map.of(
                                                    Annotations.DEFAULT_SERVICE_ACCOUNT_NAMESPACE,
                                                    "greeter",
                                                    Annotations.DEFAULT_SERVICE_ACCOUNT_NAME,
                                                    name));
                    return account;
                });
    }

    private static HttpResponse<String> get(String address, String path) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://" + address + path))
                            .build(),
                    BodyHandlers.ofString());
        }
    }
}
