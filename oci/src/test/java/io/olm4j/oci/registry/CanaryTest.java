package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Searches for a password in all that a failure says: its message and those of its causes. */
class CanaryTest {

    private static final String CANARY = "canary4711";
    private static final List<Credentials> KINDS = List.of(
            new Credentials.Password("me", CANARY),
            new Credentials.IdentityToken(CANARY),
            new Credentials.RegistryToken(CANARY));

    private final TestRegistry registry = new TestRegistry();

    @AfterEach
    void stop() {
        registry.close();
    }

    /** The hostile answer of the registry or its token server to a request that carries a secret. */
    interface Malice {
        MockResponse answer(RecordedRequest request);
    }

    static Stream<Arguments> failures() {
        Map<String, Malice> failures = new LinkedHashMap<>();
        failures.put("refuses", request -> TestRegistry.status(401));
        failures.put("forbids and quotes", request -> TestRegistry.json(403, quote(request)));
        failures.put("fails and quotes", request -> TestRegistry.json(500, quote(request)));
        failures.put("knows nothing and quotes", request -> TestRegistry.json(404, quote(request)));
        failures.put("talks nonsense", request -> TestRegistry.json(200, CANARY + sent(request)));
        failures.put("sends an unusable token", request -> TestRegistry.json(200, "{\"token\":\"" + CANARY + " x\"}"));
        failures.put(
                "redirects forever",
                request -> new MockResponse.Builder()
                        .code(302)
                        .addHeader("Location", TestRegistry.path(request))
                        .build());
        failures.put(
                "hangs up",
                request -> new MockResponse.Builder()
                        .onRequestStart(new SocketEffect.CloseSocket())
                        .build());
        failures.put(
                "hangs up in the answer",
                request -> new MockResponse.Builder()
                        .body("{\"token\":\"" + CANARY.repeat(1000) + "\"}")
                        .onResponseBody(new SocketEffect.CloseSocket())
                        .build());
        return failures.entrySet().stream()
                .flatMap(failure -> Stream.of("Basic", "Bearer")
                        .flatMap(scheme -> KINDS.stream()
                                .map(kind -> Arguments.of(scheme, kind, failure.getKey(), failure.getValue()))));
    }

    @ParameterizedTest(name = "{0}, {1}: it {2}")
    @MethodSource("failures")
    void shouldShowNoSecretWhenPullFails(String scheme, Credentials kind, String name, Malice malice) {
        // Given
        registry.misbehave(request -> {
            boolean carries = request.getHeaders().get("Authorization") != null
                    || TestRegistry.path(request).equals("/token");
            return Optional.of(
                    carries
                            ? malice.answer(request)
                            : new MockResponse.Builder()
                                    .code(401)
                                    .addHeader(
                                            "WWW-Authenticate",
                                            scheme + " realm=\"http://" + registry.host() + "/token\"")
                                    .build());
        });
        RegistryClient client = new RegistryClient(
                new OkHttpClient(),
                RegistryOptions.defaults()
                        .withCredentials(repository -> Optional.of(kind))
                        .withSleeper(pause -> {}));

        // When
        Throwable failure = catchThrowable(() -> client.resolve(registry.reference("org/op:v1")));

        // Then
        assertThat(failure).isInstanceOf(ImageException.class);
        StringWriter trace = new StringWriter();
        failure.printStackTrace(new PrintWriter(trace, true));
        List<String> secrets = kind.secrets();
        assertThat(trace.toString()).doesNotContain(secrets);
        assertThat(kind.toString()).doesNotContain(secrets);
    }

    private static String quote(RecordedRequest request) {
        return "{\"errors\":[{\"message\":\"you sent " + sent(request) + " and " + CANARY + "\"}]}";
    }

    private static String sent(RecordedRequest request) {
        String body = request.getBody() == null ? "" : request.getBody().utf8();
        return request.getHeaders().get("Authorization") + body;
    }
}
