package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.testsupport.GuardedRegistry;
import io.olm4j.testsupport.TestCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link Catalogd} with catalogs in a private registry, on a real control plane. */
class PrivateCatalogIT {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String NAMESPACE = "pull-secrets";
    private static final String FIRST_PASSWORD = "canary:first";
    private static final String SECOND_PASSWORD = "canary-second";

    /** A timed retry comes long after the timeout of the test. */
    private static final Timing NO_RETRY_BY_CLOCK =
            new Timing(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofHours(12));

    private static final KubernetesClient CLIENT = TestCluster.shared().client();

    @TempDir
    Path scratch;

    private GuardedRegistry registry;
    private Catalogd catalogd;

    @BeforeAll
    static void prepareCluster() throws Exception {
        TestCatalogs.applyDefinition();
        CLIENT.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @BeforeEach
    void start() throws Exception {
        registry = GuardedRegistry.before(TestCluster.shared().cluster().registryHost(), Optional.empty());
        registry.admit("puller", FIRST_PASSWORD);
        RegistryClient.create(RegistryOptions.defaults())
                .push(
                        ImageReference.parse(TestCluster.shared().cluster().registryHost() + "/private/catalog:v1"),
                        new ImageBuilder()
                                .addFile(
                                        "configs/catalog.yaml",
                                        "schema: olm.package\nname: one\n".getBytes(StandardCharsets.UTF_8))
                                .label(ImageContent.CATALOG_LABEL, "/configs")
                                .build());
        PullSecretOptions secrets = PullSecretOptions.NONE
                .withGlobalPullSecret(new NamespacedName(NAMESPACE, "global"))
                .withServiceAccount(new NamespacedName(NAMESPACE, "catalogd"));
        catalogd = Catalogd.start(
                CLIENT,
                CatalogdOptions.in(scratch.resolve("cache"))
                        .withTiming(NO_RETRY_BY_CLOCK)
                        .withPullSecrets(secrets));
    }

    @AfterEach
    void stop() {
        CLIENT.resources(ClusterCatalog.class).delete();
        await().atMost(SOON)
                .until(() ->
                        CLIENT.resources(ClusterCatalog.class).list().getItems().isEmpty());
        catalogd.close();
        registry.close();
        CLIENT.secrets().inNamespace(NAMESPACE).delete();
        CLIENT.serviceAccounts().inNamespace(NAMESPACE).withName("catalogd").delete();
    }

    @Test
    void shouldServeAsSoonAsGlobalPullSecretLetsIn() throws Exception {
        // Given
        apply("first");
        awaitReason("first", "Retrying");
        assertThat(message("first"))
                .contains("access denied (401)")
                .endsWith("; pull secret pull-secrets/global does not exist");

        // When
        put("global", FIRST_PASSWORD);

        // Then
        awaitReason("first", "Succeeded");
    }

    @Test
    void shouldUseRotatedSecretWithoutRestart() throws Exception {
        // Given
        put("global", FIRST_PASSWORD);
        apply("before");
        awaitReason("before", "Succeeded");
        registry.admit("puller", SECOND_PASSWORD);
        apply("between");
        awaitReason("between", "Retrying");
        assertThat(message("between")).doesNotContain("canary");

        // When
        put("global", SECOND_PASSWORD);

        // Then
        awaitReason("between", "Succeeded");
    }

    @Test
    void shouldNotUseRemovedSecret() throws Exception {
        // Given
        put("global", FIRST_PASSWORD);
        apply("before");
        awaitReason("before", "Succeeded");

        // When
        CLIENT.secrets().inNamespace(NAMESPACE).withName("global").delete();

        // Then
        AtomicInteger attempts = new AtomicInteger();
        await().atMost(SOON).untilAsserted(() -> {
            // The watch reports the removal a moment later; a catalog that is created before it stays served.
            String name = "missing-" + attempts.incrementAndGet();
            apply(name);
            await().atMost(SOON).until(() -> progressing(name).isPresent());
            assertThat(progressing(name).map(Condition::reason)).hasValue("Retrying");
        });
    }

    @Test
    void shouldUseSecretThatOwnServiceAccountNames() throws Exception {
        // Given
        put("of-account", FIRST_PASSWORD);
        apply("owned");
        awaitReason("owned", "Retrying");

        // When
        CLIENT.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace(NAMESPACE)
                        .withName("catalogd")
                        .endMetadata()
                        .addNewImagePullSecret("of-account")
                        .build())
                .create();

        // Then
        awaitReason("owned", "Succeeded");
    }

    @Test
    void shouldSayWhichSecretIsMalformedWithoutQuotingIt() throws Exception {
        // When
        Secret malformed = secret("global", "{\"auths\": canary");
        CLIENT.resource(malformed).create();
        apply("malformed");

        // Then
        awaitReason("malformed", "Retrying");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(message("malformed"))
                        .endsWith("; pull secret pull-secrets/global is ignored: it is not JSON (line 1)"));
        assertThat(message("malformed")).doesNotContain("canary");
    }

    private void put(String name, String password) {
        String auth = Base64.getEncoder().encodeToString(("puller:" + password).getBytes(StandardCharsets.UTF_8));
        Secret secret = secret(name, "{\"auths\":{\"" + registry.host() + "\":{\"auth\":\"" + auth + "\"}}}");
        CLIENT.resource(secret).createOr(existing -> existing.update());
    }

    private static Secret secret(String name, String config) {
        return new SecretBuilder()
                .withNewMetadata()
                .withNamespace(NAMESPACE)
                .withName(name)
                .endMetadata()
                .withStringData(Map.of(".dockerconfigjson", config))
                .build();
    }

    private void apply(String name) {
        TestCatalogs.applyFrom(registry.host(), name, "private/catalog:v1", "");
    }

    private static void awaitReason(String name, String reason) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(progressing(name).map(Condition::reason))
                        .as("%s", progressing(name))
                        .hasValue(reason));
    }

    private static String message(String name) {
        return progressing(name).map(Condition::message).orElse("");
    }

    private static Optional<Condition> progressing(String name) {
        return Conditions.find(TestCatalogs.status(name).conditions(), "Progressing");
    }
}
