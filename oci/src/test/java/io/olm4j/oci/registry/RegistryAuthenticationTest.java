package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link RegistryAuthenticator} and {@link TokenServer} by the requests that they send. */
class RegistryAuthenticationTest {

    private static final Credentials ME = new Credentials.Password("me", "canary:password");
    private static final Credentials OTHER = new Credentials.Password("other", "other-password");
    private static final String BASIC = "Basic " + base64("me:canary:password");

    private final TestRegistry registry = new TestRegistry();
    private final List<RecordedRequest> tokenRequests = new CopyOnWriteArrayList<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private volatile Optional<Credentials> credentials = Optional.of(ME);
    private Instant now = Instant.parse("2026-01-02T03:04:05Z");
    private final RegistryClient client = new RegistryClient(
            new OkHttpClient(),
            RegistryOptions.defaults()
                    .withCredentials(repository -> credentials)
                    .withSleeper(pause -> {})
                    .withClock(new MovingClock()));

    private final class MovingClock extends Clock {

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    @BeforeEach
    void push() throws Exception {
        for (String repository : List.of("org/op", "org/other")) {
            BuiltImage image = new ImageBuilder().addFile("a", new byte[] {1}).build();
            new RegistryClient(new OkHttpClient(), RegistryOptions.defaults())
                    .push(registry.reference(repository + ":v1"), image);
        }
        registry.misbehave(this::guard);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void shouldAskOnceForRepositoryUntilTokenExpires() throws Exception {
        // When
        resolve("org/op");
        resolve("org/op");
        resolve("org/other");

        // Then
        assertThat(tokenRequests)
                .extracting(request -> request.getUrl().queryParameter("scope"))
                .containsExactly("repository:org/op:pull", "repository:org/other:pull");
        assertThat(tokenRequests)
                .allSatisfy(request ->
                        assertThat(request.getHeaders().get("Authorization")).isEqualTo(BASIC));

        // When
        now = now.plus(Duration.ofMinutes(5));
        resolve("org/op");

        // Then
        assertThat(tokenRequests).hasSize(3);
    }

    @Test
    void shouldAskAgainWhenTokenIsRevokedEarly() throws Exception {
        // Given
        resolve("org/op");

        // When
        tokens.incrementAndGet();
        resolve("org/op");

        // Then
        assertThat(tokenRequests).hasSize(2);
    }

    @Test
    void shouldAskOnceWhenManyCallsAreRefusedTogether() throws Exception {
        // Given
        List<Future<Digest>> results = new ArrayList<>();

        // When
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 20; i++) {
                results.add(threads.submit((Callable<Digest>) () -> resolve("org/op")));
            }
        }

        // Then
        for (Future<Digest> result : results) {
            assertThat(result.get()).isNotNull();
        }
        assertThat(tokenRequests).hasSize(1);
    }

    @Test
    void shouldNotReadCredentialsForRegistryThatAsksForNone() throws Exception {
        // Given
        try (var open = new TestRegistry()) {
            ImageReference image = open.reference("org/open:v1");
            new RegistryClient(new OkHttpClient(), RegistryOptions.defaults())
                    .push(image, new ImageBuilder().addFile("a", new byte[] {1}).build());
            var careful = new RegistryClient(
                    new OkHttpClient(), RegistryOptions.defaults().withCredentials(repository -> {
                        throw new AssertionError("credentials were read");
                    }));

            // When
            Digest digest = careful.resolve(image);

            // Then
            assertThat(digest).isNotNull();
        }
    }

    @Test
    void shouldNotUseTokenOfCredentialsThatAreGone() throws Exception {
        // Given
        resolve("org/op");

        // When
        credentials = Optional.of(OTHER);

        // Then
        assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("answered 401; give");
        credentials = Optional.empty();
        assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("answered 401; give");
        assertThat(tokenRequests.getLast().getHeaders().get("Authorization")).isNull();
    }

    @Test
    void shouldNotUseTokenOfAnotherClientsCredentials() throws Exception {
        // Given
        resolve("org/op");

        // Then
        assertThatThrownBy(() -> client.withCredentials(r -> Optional.empty()).resolve(registry.reference("org/op:v1")))
                .hasMessageContaining("answered 401; give");
        assertThat(client.withCredentials(r -> Optional.of(ME)).resolve(registry.reference("org/op:v1")))
                .isNotNull();
        assertThat(tokenRequests).hasSize(2);
    }

    @Test
    void shouldChangeIdentityTokenForAccessToken() throws Exception {
        // Given
        credentials = Optional.of(new Credentials.IdentityToken("refresh+me/="));

        // When
        resolve("org/op");

        // Then
        RecordedRequest request = tokenRequests.getFirst();
        assertThat(request.getMethod()).isEqualTo("POST");
        assertThat(request.getUrl().encodedQuery()).isNull();
        assertThat(request.getHeaders().get("Authorization")).isNull();
        assertThat(request.getBody().utf8().split("&"))
                .containsExactlyInAnyOrder(
                        "service=reg",
                        "scope=repository%3Aorg%2Fop%3Apull",
                        "grant_type=refresh_token",
                        "client_id=olm4j",
                        "refresh_token=refresh%2Bme%2F%3D");
    }

    @Test
    void shouldHideSecretsInTheWordsOfTheRegistryOnly() {
        // Given
        credentials = Optional.of(new Credentials.Password("me", "p"));
        registry.misbehave(request -> Optional.of(
                request.getHeaders().get("Authorization") == null
                        ? challenge("Basic realm=\"r\"")
                        : new MockResponse.Builder()
                                .code(404)
                                .body("{\"errors\":[{\"message\":\"password p\"}]}")
                                .build()));

        // Then
        assertThatThrownBy(() -> resolve("org/op"))
                .hasMessageContaining("…assword … (404); check the reference, or push the image");
    }

    @Test
    void shouldShowRegistryTokenAsItIs() throws Exception {
        // Given
        credentials = Optional.of(new Credentials.RegistryToken("token-0"));

        // When
        resolve("org/op");

        // Then
        assertThat(tokenRequests).isEmpty();
    }

    @Test
    void shouldGiveUpAfterOneRefusalWhenPasswordIsWrong() {
        // Given
        List<String> sent = new CopyOnWriteArrayList<>();
        registry.misbehave(request -> {
            sent.add(String.valueOf(request.getHeaders().get("Authorization")));
            return Optional.of(challenge("Basic realm=\"r\""));
        });

        // Then
        assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("(401); give");
        assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("(401); give");
        assertThat(sent).containsExactly("null", BASIC, BASIC);
    }

    @Test
    void shouldRefuseWhenTokenServerAnswersWithTooManyValues() {
        // Given
        registry.misbehave(request -> TestRegistry.path(request).equals("/token")
                ? Optional.of(TestRegistry.json(200, "{\"token\":\"x\",\"x\":[" + "{},".repeat(50_000) + "{}]}"))
                : guard(request));

        // Then
        assertThatThrownBy(() -> resolve("org/op"))
                .hasMessage("cannot authenticate to " + registry.host()
                        + ": the answer of its token server has more than 50000 values");
    }

    @Test
    void shouldNotSendCredentialsToTokenServerWithoutTls() {
        // Given
        registry.misbehave(
                request -> Optional.of(challenge("Bearer realm=\"http://tokens.example.com/token\",service=\"reg\"")));

        // Then
        assertThatThrownBy(() -> resolve("org/op"))
                .hasMessage("cannot authenticate to " + registry.host() + ": its token server tokens.example.com is"
                        + " reached without TLS; configure that server as an insecure registry");
    }

    @Test
    void shouldNotSendCredentialsWhereRegistryRedirects() throws Exception {
        // Given
        List<String> seen = new CopyOnWriteArrayList<>();
        try (TestRegistry elsewhere = new TestRegistry()) {
            elsewhere.misbehave(request -> {
                seen.add(request.getUrl().encodedPath() + " "
                        + request.getHeaders().get("Authorization") + " " + request.getBody());
                return Optional.of(
                        challenge("Bearer realm=\"http://" + elsewhere.host() + "/token\",service=\"elsewhere\""));
            });
            registry.misbehave(request ->
                    guard(request).or(() -> Optional.of(redirect(307, "http://" + elsewhere.host() + "/stored/blob"))));

            // Then
            assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("(401); give");
            assertThat(seen).containsExactly("/stored/blob null null");

            // When
            seen.clear();
            credentials = Optional.of(new Credentials.IdentityToken("canary-refresh"));
            registry.misbehave(request -> TestRegistry.path(request).equals("/token")
                    ? Optional.of(redirect(307, "http://" + elsewhere.host() + "/token"))
                    : guard(request));

            // Then
            assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("answered 307");
            assertThat(seen).isEmpty();
        }
    }

    @Test
    void shouldLeavePasswordBehindWhenTokenServerRedirects() throws Exception {
        // Given
        List<String> seen = new CopyOnWriteArrayList<>();
        try (TestRegistry elsewhere = new TestRegistry()) {
            elsewhere.misbehave(request -> {
                seen.add(String.valueOf(request.getHeaders().get("Authorization")));
                return Optional.of(TestRegistry.status(401));
            });
            registry.misbehave(request -> TestRegistry.path(request).equals("/token")
                    ? Optional.of(redirect(307, "http://" + elsewhere.host() + "/token"))
                    : guard(request));

            // Then
            assertThatThrownBy(() -> resolve("org/op")).hasMessageContaining("answered 401");
            assertThat(seen).containsExactly("null");
        }
    }

    @Test
    void shouldNotBeAskedOverPlainHttpBySomebodyElse() throws Exception {
        // Given
        RegistryEndpoints endpoints = new RegistryEndpoints(Set.of("[fd00::1]:5000"));

        // Then
        assertThat(endpoints.mayCarryCredentials(HttpUrl.get("http://quay.io/v2/")))
                .isFalse();
        assertThat(endpoints.mayCarryCredentials(HttpUrl.get("https://quay.io/v2/")))
                .isTrue();
        assertThat(endpoints.mayCarryCredentials(HttpUrl.get("http://[fd00::1]:5000/v2/")))
                .isTrue();
        assertThat(endpoints.mayCarryCredentials(HttpUrl.get("http://[fd00::1]:5001/v2/")))
                .isFalse();
    }

    @Test
    void shouldNotBeSentToThisMachineBySomebodyElse() throws Exception {
        // Given
        RegistryEndpoints endpoints = new RegistryEndpoints(Set.of("127.0.0.1:7000"));
        ImageReference remote = ImageReference.parse("quay.io/org/op:v1");
        ImageReference here = ImageReference.parse("localhost:5000/org/op:v1");
        HttpUrl elsewhere = HttpUrl.get("https://auth.example.com/token");

        // Then
        for (String local : List.of("http://127.0.0.1:6000/", "https://[::1]/", "http://0.0.0.0/", "http://[::]/")) {
            assertThat(endpoints.mayName(HttpUrl.get(local), false, remote)).isFalse();
            assertThat(endpoints.mayName(HttpUrl.get(local), false, here)).isTrue();
        }
        assertThat(endpoints.mayName(HttpUrl.get("http://127.0.0.1:7000/token"), true, remote))
                .isTrue();
        assertThat(endpoints.mayName(elsewhere, false, remote)).isTrue();
        assertThat(endpoints.mayName(elsewhere, true, remote)).isFalse();
        assertThat(endpoints.mayName(HttpUrl.get("https://quay.io/token"), true, remote))
                .isTrue();
    }

    @Test
    void shouldTellWhatIsWrongWithCredentialsWhenRefused() {
        // Given
        CredentialSource broken = new CredentialSource() {
            @Override
            public Optional<Credentials> forRepository(ImageReference repository) {
                return Optional.empty();
            }

            @Override
            public Optional<String> remark(ImageReference repository) {
                return Optional.of("pull secret ns/name does not exist");
            }
        };
        registry.misbehave(request -> Optional.of(challenge("Basic realm=\"r\"")));

        // Then
        assertThatThrownBy(() -> client.withCredentials(broken).resolve(registry.reference("org/op:v1")))
                .hasMessageEndingWith("may read org/op; pull secret ns/name does not exist");

        // When
        registry.misbehave(this::guard);

        // Then
        assertThatThrownBy(() -> client.withCredentials(broken).resolve(registry.reference("org/op:v1")))
                .hasMessageEndingWith("a valid pull secret; pull secret ns/name does not exist");
    }

    private Digest resolve(String repository) throws ImageException {
        return client.resolve(registry.reference(repository + ":v1"));
    }

    /** A registry that requires the newest token, and its token server, which has one user. */
    private Optional<MockResponse> guard(RecordedRequest request) {
        String authorization = String.valueOf(request.getHeaders().get("Authorization"));
        if (TestRegistry.path(request).equals("/token")) {
            tokenRequests.add(request);
            boolean known = authorization.equals(BASIC)
                    || (request.getBody() != null && request.getBody().utf8().contains("refresh"));
            return Optional.of(
                    known
                            ? TestRegistry.json(200, "{\"token\":\"token-" + tokens.get() + "\",\"expires_in\":300}")
                            : TestRegistry.status(401));
        }
        return authorization.equals("Bearer token-" + tokens.get())
                ? Optional.empty()
                : Optional.of(challenge("Bearer realm=\"http://" + registry.host()
                        + "/token\",service=\"reg\",scope=\"repository:"
                        + TestRegistry.path(request)
                                .substring(
                                        "/v2/".length(),
                                        TestRegistry.path(request).indexOf("/manifests"))
                        + ":pull\""));
    }

    private static MockResponse challenge(String challenge) {
        return new MockResponse.Builder()
                .code(401)
                .addHeader("WWW-Authenticate", challenge)
                .build();
    }

    private static MockResponse redirect(int code, String to) {
        return new MockResponse.Builder().code(code).addHeader("Location", to).build();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
