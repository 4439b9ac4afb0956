package io.olm4j.oci.pullsecrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link PullSecrets} and {@link AccountCredentials} on a real API server. */
class PullSecretsIT {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String NAMESPACE = "pull-secrets";
    private static final NamespacedName GLOBAL = new NamespacedName(NAMESPACE, "global");
    private static final NamespacedName ACCOUNT = new NamespacedName(NAMESPACE, "puller");
    private static final PullSecretOptions BOTH =
            PullSecretOptions.NONE.withGlobalPullSecret(GLOBAL).withServiceAccount(ACCOUNT);

    private final KubernetesClient client = TestCluster.shared().client();
    private final AtomicInteger changes = new AtomicInteger();

    @BeforeEach
    void createNamespace() {
        TestCluster.shared().reset();
        client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void forget() {
        changes.set(0);
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @Test
    void shouldKnowSecretsFromTheStart() throws Exception {
        // Given
        put("global", "quay.io", "everybody");
        put("own", "quay.io/org", "own");
        account("puller", "missing", "own");

        // When
        try (PullSecrets secrets = PullSecrets.start(client, BOTH, changes::incrementAndGet)) {

            // Then
            assertThat(user(secrets, "quay.io/org/op:v1")).hasValue("own");
            assertThat(user(secrets, "quay.io/other/op:v1")).hasValue("everybody");
            assertThat(secrets.remark(ImageReference.parse("other.io/org/op:v1")))
                    .hasValue("pull secret pull-secrets/missing does not exist");
        }
    }

    @Test
    void shouldPreferSecretOfOwnAccountForTheSameRegistry() throws Exception {
        // Given
        put("global", "quay.io", "everybody");
        put("own", "quay.io", "own");
        account("puller", "own");

        // When
        try (PullSecrets secrets = PullSecrets.start(client, BOTH, changes::incrementAndGet)) {

            // Then
            assertThat(user(secrets, "quay.io/org/op:v1")).hasValue("own");
        }
    }

    @Test
    void shouldFollowEveryChange() throws Exception {
        // Given
        try (PullSecrets secrets = PullSecrets.start(client, BOTH, changes::incrementAndGet)) {
            assertThat(user(secrets, "quay.io/org/op:v1")).isEmpty();

            // Then
            assertFollows(secrets, Optional.of("first"), () -> put("global", "quay.io", "first"));
            assertFollows(secrets, Optional.of("second"), () -> put("global", "quay.io", "second"));
            put("own", "quay.io", "own");
            assertFollows(secrets, Optional.of("own"), () -> account("puller", "own"));
            assertFollows(secrets, Optional.of("rotated"), () -> put("own", "quay.io", "rotated"));
            assertFollows(secrets, Optional.of("second"), () -> account("puller"));
            assertFollows(
                    secrets,
                    Optional.empty(),
                    () -> client.secrets()
                            .inNamespace(NAMESPACE)
                            .withName("global")
                            .delete());
        }
    }

    @Test
    void shouldUseSecretsOfAnotherAccountOnlyForWhomItActs() throws Exception {
        // Given
        put("global", "quay.io", "everybody");
        put("theirs", "quay.io", "theirs");
        account("installer", "theirs");
        NamespacedName installer = new NamespacedName(NAMESPACE, "installer");
        try (PullSecrets own = PullSecrets.start(client, BOTH, changes::incrementAndGet);
                AccountCredentials accounts = new AccountCredentials(client, own, _ -> changes.incrementAndGet())) {

            // Then
            assertThat(user(accounts.of("one", installer), "quay.io/org/op:v1")).hasValue("theirs");
            assertThat(user(accounts.of("two", ACCOUNT), "quay.io/org/op:v1")).hasValue("everybody");
            assertThat(user(own, "quay.io/org/op:v1")).hasValue("everybody");

            // When
            accounts.release("one");
            put("theirs", "quay.io", "rotated");

            // Then
            assertThat(user(accounts.of("one", installer), "quay.io/org/op:v1")).hasValue("rotated");
            assertThat(user(accounts.of("one", ACCOUNT), "quay.io/org/op:v1")).hasValue("everybody");
        }
    }

    @Test
    void shouldReportOnlyTheOwnerWhoseSecretChanged() throws Exception {
        // Given
        put("ours", "quay.io", "ours");
        put("theirs", "quay.io", "theirs");
        account("ours", "ours");
        account("theirs", "theirs");
        List<String> reported = new CopyOnWriteArrayList<>();
        try (PullSecrets own = PullSecrets.start(client, PullSecretOptions.NONE, () -> {});
                AccountCredentials accounts = new AccountCredentials(client, own, reported::add)) {
            CredentialSource ours = accounts.of("one", new NamespacedName(NAMESPACE, "ours"));
            CredentialSource theirs = accounts.of("two", new NamespacedName(NAMESPACE, "theirs"));
            assertThat(user(ours, "quay.io/org/op:v1")).hasValue("ours");
            assertThat(user(theirs, "quay.io/org/op:v1")).hasValue("theirs");

            // When
            put("theirs", "quay.io", "rotated");
            await().atMost(SOON).until(() -> !reported.isEmpty());
            account("ours", "theirs");
            await().atMost(SOON).until(() -> reported.contains("one"));

            // Then
            assertThat(reported).startsWith("two").filteredOn("two"::equals).hasSize(1);
        }
    }

    @Test
    void shouldUseSecretThatIsAddedAfterTheRegistryLimitedAnAnonymousPull() throws Exception {
        // Given
        account("puller");
        List<String> reported = new CopyOnWriteArrayList<>();
        try (TestRegistry registry = new TestRegistry();
                PullSecrets own = PullSecrets.start(client, PullSecretOptions.NONE, () -> {});
                AccountCredentials accounts = new AccountCredentials(client, own, reported::add)) {
            ImageReference image = registry.reference("org/op:v1");
            Digest digest = registry.putManifest("org/op", "v1", "application/json", "{\"manifests\":[]}");
            registry.misbehave(request -> limitAnonymous(registry, request));
            RegistryClient puller = RegistryClient.create(
                            RegistryOptions.defaults().withSleeper(_ -> {}))
                    .withCredentials(accounts.of("one", ACCOUNT));
            assertThatThrownBy(() -> puller.open(image))
                    .isInstanceOf(ImageException.class)
                    .hasMessageContaining("429");

            // When
            accounts.watchAfterFailure("one", ACCOUNT);
            assertThat(reported).isEmpty();
            put("own", registry.host(), "own");
            account("puller", "own");

            // Then
            await().atMost(SOON).until(() -> reported.contains("one"));
            assertThat(puller.open(image).digest()).isEqualTo(digest);
        }
    }

    @Test
    void shouldReportOwnerAtOnceWhenItsAccountGotASecretDuringAnAnonymousPull() throws Exception {
        // Given
        account("puller");
        List<String> reported = new CopyOnWriteArrayList<>();
        try (PullSecrets own = PullSecrets.start(client, PullSecretOptions.NONE, () -> {});
                AccountCredentials accounts = new AccountCredentials(client, own, reported::add)) {
            assertThat(user(accounts.of("one", ACCOUNT), "quay.io/org/op:v1")).isEmpty();
            put("own", "quay.io", "own");
            account("puller", "own");

            // When
            accounts.watchAfterFailure("one", ACCOUNT);

            // Then
            assertThat(reported).containsExactly("one");
            assertThat(user(accounts.of("one", ACCOUNT), "quay.io/org/op:v1")).hasValue("own");
        }
    }

    @Test
    void shouldUseAtMostFiftySecretsOfAnAccount() throws Exception {
        // Given
        put("secret-0", "quay.io", "first");
        account("puller", IntStream.range(0, 2_000).mapToObj(i -> "secret-" + i).toArray(String[]::new));
        PullSecretOptions options = PullSecretOptions.NONE.withServiceAccount(ACCOUNT);

        // When
        try (PullSecrets secrets = PullSecrets.start(client, options, changes::incrementAndGet)) {

            // Then
            assertThat(user(secrets, "quay.io/org/op:v1")).hasValue("first");
            assertThat(secrets.remark(ImageReference.parse("quay.io/org/op:v1")))
                    .hasValue("only the first 50 pull secrets of the service account pull-secrets/puller are used");
        }
    }

    @Test
    void shouldNotReportSecretAsMissingBeforeTheApiServerAnswers() throws Exception {
        // Given
        account("puller");
        ImageReference image = ImageReference.parse("quay.io/org/op:v1");
        AtomicReference<PullSecrets> started = new AtomicReference<>();
        List<String> remarks = new CopyOnWriteArrayList<>();
        Runnable onChange = () -> Optional.ofNullable(started.get())
                .flatMap(secrets -> secrets.remark(image))
                .ifPresent(remarks::add);
        try (PullSecrets secrets =
                PullSecrets.start(client, PullSecretOptions.NONE.withServiceAccount(ACCOUNT), onChange)) {
            started.set(secrets);

            // When
            put("own", "quay.io", "own");
            account("puller", "own");
            awaitUser(secrets, Optional.of("own"));
            account("puller", "missing");
            await().atMost(SOON).until(() -> !remarks.isEmpty());

            // Then
            assertThat(remarks).containsOnly("pull secret pull-secrets/missing does not exist");
        }
    }

    @Test
    void shouldGoOnWithoutSecretsThatItMayNotRead() throws Exception {
        // Given
        put("global", "quay.io", "everybody");
        account("powerless");
        try (KubernetesClient powerless =
                        TestCluster.shared().cluster().clientForServiceAccount(NAMESPACE, "powerless");
                PullSecrets secrets = PullSecrets.start(
                        powerless, PullSecretOptions.NONE.withGlobalPullSecret(GLOBAL), changes::incrementAndGet)) {

            // Then
            assertThat(user(secrets, "quay.io/org/op:v1")).isEmpty();
            assertThat(secrets.remark(ImageReference.parse("quay.io/org/op:v1")))
                    .hasValue("pull secret pull-secrets/global cannot be read: the API server answers 403; it takes"
                            + " the permission"
                            + " to \"get\", \"list\" and \"watch\" it by this name");
        }
    }

    /** A token for everybody, but answers only to users. */
    private static Optional<MockResponse> limitAnonymous(TestRegistry registry, RecordedRequest request) {
        Optional<String> shown = Optional.ofNullable(request.getHeaders().get("Authorization"));
        if (TestRegistry.path(request).equals("/token")) {
            return Optional.of(TestRegistry.json(200, "{\"token\":\"" + (shown.isPresent() ? "user" : "none") + "\"}"));
        }
        if (shown.isEmpty()) {
            return Optional.of(new MockResponse.Builder()
                    .code(401)
                    .addHeader("WWW-Authenticate", "Bearer realm=\"http://" + registry.host() + "/token\"")
                    .build());
        }
        return shown.get().equals("Bearer user") ? Optional.empty() : Optional.of(TestRegistry.status(429));
    }

    /** A change is reported after it applies; if the next one comes before that, both are reported as one. */
    private void assertFollows(CredentialSource secrets, Optional<String> user, Runnable change) {
        int before = changes.get();
        change.run();
        awaitUser(secrets, user);
        await().atMost(SOON).until(() -> changes.get() > before);
    }

    private static void awaitUser(CredentialSource secrets, Optional<String> user) {
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(user(secrets, "quay.io/org/op:v1")).isEqualTo(user));
    }

    private static Optional<String> user(CredentialSource secrets, String reference) throws Exception {
        return secrets.forRepository(ImageReference.parse(reference))
                .map(credentials -> ((Credentials.Password) credentials).username());
    }

    private void put(String name, String registry, String user) {
        Secret secret = new SecretBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withStringData(Map.of(
                        ".dockerconfigjson", "{\"auths\":{\"" + registry + "\":{\"username\":\"" + user + "\"}}}"))
                .build();
        awaitFirstLists(client.resource(secret).createOr(existing -> existing.update()));
    }

    private void account(String name, String... secrets) {
        ServiceAccountBuilder account = new ServiceAccountBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata();
        for (String secret : secrets) {
            account.addNewImagePullSecret(secret);
        }
        awaitFirstLists(client.resource(account.build()).createOr(existing -> existing.update()));
    }

    /** Informers begin with a list of the API server's watch cache, which may lag behind a write. */
    private void awaitFirstLists(HasMetadata written) {
        ListOptions firstList = new ListOptionsBuilder()
                .withResourceVersion("0")
                .withFieldSelector("metadata.name=" + written.getMetadata().getName())
                .build();
        await().atMost(SOON)
                .until(() ->
                        client.resources(written.getClass()).inNamespace(NAMESPACE).list(firstList).getItems().stream()
                                .anyMatch(listed -> listed.getMetadata()
                                        .getResourceVersion()
                                        .equals(written.getMetadata().getResourceVersion())));
    }
}
