package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import io.olm4j.testsupport.GuardedRegistry;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The status of an extension is true of the spec as it is now, whatever is missing and whatever others change. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExtensionTruthIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String CONFIG = """
            {"spec":{"config":{"configType":"Inline","inline":{"deploymentConfig":{"env":[{"name":"TONE","value":"%s"}]}}}}}""";
    private static final String NO_NODE_FITS = """
            {"spec":{"config":{"configType":"Inline","inline":{"deploymentConfig":{"nodeSelector":{"nowhere":"yes"}}}}}}""";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @BeforeAll
    void pushSamples() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.installer());
    }

    @BeforeEach
    void install() {
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 1.0.0"));
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterEach
    void delete() {
        // First, so that the controller has long forgotten their content when the next test installs the extension.
        deleteCatalog("samples");
        deleteCatalog("rival");
        extensions.delete("greeter");
    }

    @Test
    void shouldRenderWhatIsInstalledAgainWhenThereIsNoCatalogLeft() {
        deleteCatalog("samples");

        patchExtension(CONFIG.formatted("warm"));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(tones()).containsExactly("warm"));
        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
        assertThat(revisionNames()).contains("greeter-2");

        patchExtension("""
                {"spec":{"config":{"inline":{"noSuchField":1}}}}""");

        awaitProgressingOfThisGeneration(
                "InvalidConfiguration",
                "unknown field \"noSuchField\". Allowed fields: deploymentConfig, userFacingRoles");
        assertStillInstalled();
    }

    @Test
    void shouldSayThatNoCatalogCanAnswerAnotherChannel() {
        deleteCatalog("samples");

        extensions.patchCatalogFilter("greeter", "{\"channels\":[\"other\"]}");

        awaitProgressingOfThisGeneration(
                "Retrying",
                "error upgrading from currently installed version \"1.0.0\": no bundles found for package"
                        + " \"greeter-operator\" matching version \"1.0.0\" in channels [other]; no ClusterCatalog"
                        + " exists");
        assertStillInstalled();

        extensions.patchCatalogFilter("greeter", "{\"channels\":[\"stable\"]}");

        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
    }

    @Test
    void shouldKeepTryingAnImageThatCannotBePulled() throws Exception {
        String image = olm.cluster().registryHost() + "/olm4j/greeter-late:v1";
        olm.applyCatalog("samples", catalogWith(image));
        extensions.awaitProgressing("greeter", "Retrying", "error for resolved bundle", "greeter-late");

        patchExtension(CONFIG.formatted("late"));

        awaitProgressingOfThisGeneration("Retrying", "error for resolved bundle", "greeter-late");
        assertStillInstalled();

        var _ = push("greeter-late:v1");

        // The pause between two attempts grows to a minute.
        await().atMost(PATIENCE.plusMinutes(1))
                .untilAsserted(() -> assertThat(tones()).containsExactly("late"));
        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
    }

    @Test
    void shouldRenderTheImageOnDiskWhenItCannotBePulledAnyMore() throws Exception {
        try (var registry = GuardedRegistry.before(olm.cluster().registryHost(), Optional.empty())) {
            registry.admit("user", "password");
            letInstallerPull(registry.host(), "user", "password");
            olm.applyCatalog(
                    "samples",
                    catalogWith(
                            registry.host() + "/olm4j/greeter-operator-bundle@" + push("greeter-operator-bundle:v1")));
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    Extensions.condition(extensions.status("greeter"), ConditionTypes.INSTALLED))
                            .hasValueSatisfying(c -> assertThat(c.message()).contains(registry.host())));
            registry.admit("another user", "another password");
            deleteCatalog("samples");

            patchExtension(CONFIG.formatted("kept"));

            await().atMost(PATIENCE).untilAsserted(() -> assertThat(tones()).containsExactly("kept"));
            awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
        }
    }

    @Test
    void shouldNotFetchTheBundleAgainWhenTheControllerRestarts() throws Exception {
        Path unpacked = olm.controllerCache().resolve("unpack/greeter");
        assertThat(unpacked).isDirectory();
        olm.stop();
        DirectoryTree.delete(unpacked);

        olm.restart();
        extensions.patchCatalogFilter("greeter", "{\"version\":\"=1.0.0\"}");

        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
        assertThat(Files.exists(unpacked)).as("%s was fetched again", unpacked).isFalse();
    }

    @Test
    void shouldKeepTheUnpackedBundleWhenTheControllerStopsDuringAPull() throws Exception {
        Path unpacked = olm.controllerCache().resolve("unpack/greeter");
        assertThat(unpacked).isDirectory();
        try (var silent = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            silent.setSoTimeout((int) PATIENCE.toMillis());
            olm.applyCatalog("samples", catalogWith("127.0.0.1:" + silent.getLocalPort() + "/olm4j/greeter:v1"));
            try (Socket _ = silent.accept()) {
                olm.stop();
            }
        }

        await().during(Duration.ofSeconds(1))
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(unpacked).isDirectory());
        olm.restart();
        extensions.awaitProgressing("greeter", "Retrying", "/olm4j/greeter: cannot connect");
        assertStillInstalled();
    }

    @Test
    void shouldPutBackTheMetadataOfARevision() {
        ClusterObjectSet before = revision("greeter-1");
        var seen = new CopyOnWriteArrayList<ClusterExtension>();
        try (Watch _ = olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .watch(new Collecting(seen))) {
            for (String metadata : List.of(
                    "\"annotations\":{\"" + Annotations.SERVICE_ACCOUNT_NAME + "\":null,\""
                            + Annotations.SERVICE_ACCOUNT_NAMESPACE + "\":null}",
                    "\"annotations\":{\"" + Annotations.BUNDLE_VERSION + "\":\"9.9.9\"}",
                    "\"annotations\":{\"" + Annotations.BUNDLE_VERSION + "\":\"abc\"}",
                    "\"annotations\":{\"" + Annotations.BUNDLE_NAME + "\":\"Not a name\",\""
                            + Annotations.BUNDLE_REFERENCE + "\":\"elsewhere.example.com/x:v1\"}",
                    "\"annotations\":{\"" + Annotations.INPUTS_DIGEST + "\":\"sha256:0\"}",
                    "\"annotations\":{\"" + Annotations.OLM_PROPERTIES + "\":\"[1]\"}",
                    "\"annotations\":{\"" + Annotations.DEPENDENCIES + "\":null}",
                    "\"annotations\":{\"" + Annotations.DEPENDENCIES + "\":\"{}\"}",
                    "\"labels\":{\"" + Labels.OWNER_KIND + "\":null}")) {
                patchRevision("{\"metadata\":{" + metadata + "}}");
                await(metadata).atMost(PATIENCE).untilAsserted(() -> {
                    ClusterObjectSet after = revision("greeter-1");
                    assertThat(after.getMetadata().getAnnotations())
                            .isEqualTo(before.getMetadata().getAnnotations());
                    assertThat(after.getMetadata().getLabels())
                            .isEqualTo(before.getMetadata().getLabels());
                });
            }
            patchRevision("{\"spec\":{\"progressDeadlineMinutes\":11}}");
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(revision("greeter-1").getSpec().progressDeadlineMinutes())
                                    .isNull());
        }
        assertThat(seen)
                .isNotEmpty()
                .extracting(ClusterExtension::getStatus)
                .allSatisfy(status -> assertThat(status.install())
                        .isEqualTo(new ClusterExtensionStatus.Install(
                                new BundleMetadata("greeter-operator.v1.0.0", "1.0.0", null))));
        assertThat(seen)
                .flatExtracting(extension -> extension.getStatus().conditions())
                .isNotEmpty()
                .extracting(Condition::message)
                .noneMatch(message -> message.contains("9.9.9") || message.contains("abc"));
        assertThat(revisionNames()).containsExactly("greeter-1");
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldDropARevisionAndAConditionThatAnotherFieldManagerOwnsToo() {
        // Given a status that the original controller wrote before
        var same = new ClusterExtension();
        same.setMetadata(new ObjectMetaBuilder().withName("greeter").build());
        ClusterExtensionStatus status = extension().getStatus();
        var foreign = new Condition(
                ConditionTypes.FOREIGN_REVISIONS, Status.TRUE, "Found", "of another time", 1, "2026-01-01T00:00:00Z");
        same.setStatus(new ClusterExtensionStatus(
                Stream.concat(status.conditions().stream(), Stream.of(foreign)).toList(),
                status.install(),
                status.activeRevisions()));
        olm.client()
                .resource(same)
                .subresource("status")
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("original")
                        .withForce(true)
                        .build());

        // When
        patchExtension(CONFIG.formatted("moved"));

        // Then
        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(extension().getStatus().activeRevisions())
                        .extracting(ClusterExtensionStatus.ActiveRevision::name)
                        .containsExactly("greeter-2"));
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.FOREIGN_REVISIONS))
                .isEmpty();
    }

    @Test
    void shouldNotRetryASelectorThatCannotBeRead() {
        extensions.patchCatalogFilter("greeter", """
                {"selector":{"matchExpressions":[{"key":"a","operator":"Like","values":["b"]}]}}""");

        awaitProgressingOfThisGeneration("Blocked", "desired catalog selector is invalid: \"Like\"");
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.PROGRESSING))
                .hasValueSatisfying(c -> assertThat(c.isTrue()).isFalse());
        assertStillInstalled();

        extensions.patchCatalogFilter("greeter", "{\"selector\":null}");

        awaitProgressingOfThisGeneration("Succeeded", "Revision 1.0.0 has rolled out.");
    }

    @Test
    void shouldWaitForACatalogOfTheSamePriorityBeforeTheFirstInstallation() {
        extensions.delete("greeter");
        olm.apply(samples.clusterCatalog()
                .replace("name: samples", "name: rival")
                .replaceAll("ref: .*", "ref: " + olm.cluster().registryHost() + "/olm4j/rival-catalog:never-pushed"));
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: 9.9.9"));
        // It knows both catalogs.
        extensions.awaitProgressing("greeter", "Retrying", "matching version \"9.9.9\"", "from catalog \"rival\"");
        extensions.patchCatalogFilter("greeter", "{\"version\":\"~1.0\"}");

        extensions.awaitProgressing(
                "greeter",
                "Retrying",
                "error getting package \"greeter-operator\" from catalog \"rival\"",
                "the same priority 0 as \"samples\"",
                "the first installation waits for it");
        assertThat(revisionNames()).isEmpty();

        deleteCatalog("rival");

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldSayWhichObjectAFirstInstallationAndAnUpgradeWaitFor() {
        extensions.delete("greeter");
        olm.apply(samples.clusterExtension()
                .replace(
                        "spec:\n",
                        "spec:\n  config: {configType: Inline, inline: {deploymentConfig: {nodeSelector: {nowhere:"
                                + " \"yes\"}}}}\n"));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.AVAILABLE))
                        .hasValueSatisfying(c -> {
                            assertThat(c.reason()).isEqualTo("ProbeFailure");
                            assertThat(c.message()).contains("Deployment.apps/v1 greeter/");
                        }));

        patchExtension("{\"spec\":{\"config\":null}}");
        extensions.awaitInstalled("greeter", "1.0.0");
        patchExtension(NO_NODE_FITS);

        String message =
                extensions.awaitProgressing("greeter", "RollingOut", " waits for: ", "Deployment.apps/v1 greeter/");
        assertThat(message).startsWith("Revision 1.0.0 is rolling out. greeter-");
    }

    @Test
    void shouldSayWhatADeletionWaitsFor() {
        olm.apply("""
                apiVersion: greeter.olm4j.io/v1
                kind: Greeting
                metadata:
                  name: held
                  namespace: greeter
                  finalizers:
                    - example.com/held
                spec:
                  name: you
                """);

        olm.client().resources(ClusterExtension.class).withName("greeter").delete();

        String message = extensions.awaitProgressing("greeter", "Deleting", "deleting since 2", "revision greeter-1: ");
        assertThat(message).doesNotContain("null");
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.INSTALLED))
                .hasValueSatisfying(c -> assertThat(c.isTrue()).isFalse());
        awaitQuiet();

        olm.client()
                .genericKubernetesResources("greeter.olm4j.io/v1", "Greeting")
                .inNamespace("greeter")
                .withName("held")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");

        // If the custom resource was held for a minute, the API server looks at the definition again after five.
        await().atMost(Duration.ofMinutes(7))
                .untilAsserted(() -> assertThat(extension()).isNull());
    }

    /** Pushes version 1.0.0 of the sample operator; returns the digest of the image. */
    private Digest push(String image) throws Exception {
        try (var bundle = BundlePacker.pack(Path.of("..", "manifests", "samples", "greeter", "bundles", "1.0.0"))) {
            return olm.registry().push(ImageReference.parse(olm.cluster().registryHost() + "/olm4j/" + image), bundle);
        }
    }

    private void letInstallerPull(String registry, String user, String password) {
        String auth = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
        olm.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("greeter")
                        .withName("pull")
                        .endMetadata()
                        .withType("kubernetes.io/dockerconfigjson")
                        .withStringData(Map.of(
                                ".dockerconfigjson", "{\"auths\":{\"" + registry + "\":{\"auth\":\"" + auth + "\"}}}"))
                        .build())
                .create();
        olm.client()
                .serviceAccounts()
                .inNamespace("greeter")
                .withName("greeter-installer")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"imagePullSecrets\":[{\"name\":\"pull\"}]}");
    }

    /** Waits until the extension stays as it is for some time. */
    private void awaitQuiet() {
        var last = new AtomicReference<>("");
        await().during(Duration.ofSeconds(7)).atMost(PATIENCE).until(() -> {
            String version = extension().getMetadata().getResourceVersion();
            return version.equals(last.getAndSet(version));
        });
    }

    private void awaitProgressingOfThisGeneration(String reason, String... parts) {
        extensions.awaitProgressingOfThisGeneration("greeter", reason, parts);
    }

    private void assertStillInstalled() {
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("1.0.0");
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.INSTALLED))
                .hasValueSatisfying(c -> assertThat(c.isTrue()).isTrue());
        extensions.assertDeploymentsAvailable("greeter");
    }

    private List<String> tones() {
        return extensions.deployments("greeter").stream()
                .map(Deployment::getSpec)
                .flatMap(spec -> spec.getTemplate().getSpec().getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .filter(variable -> variable.getName().equals("TONE"))
                .map(variable -> variable.getValue())
                .toList();
    }

    private ClusterExtension extension() {
        return olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .get();
    }

    private ClusterObjectSet revision(String name) {
        return olm.client().resources(ClusterObjectSet.class).withName(name).get();
    }

    private List<String> revisionNames() {
        return olm.client().resources(ClusterObjectSet.class).list().getItems().stream()
                .map(set -> set.getMetadata().getName())
                .toList();
    }

    private void patchExtension(String mergePatch) {
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(PatchContext.of(PatchType.JSON_MERGE), mergePatch);
    }

    private void patchRevision(String mergePatch) {
        olm.client()
                .resources(ClusterObjectSet.class)
                .withName("greeter-1")
                .patch(PatchContext.of(PatchType.JSON_MERGE), mergePatch);
    }

    private void deleteCatalog(String name) {
        olm.client().resources(ClusterCatalog.class).withName(name).delete();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(olm.client()
                                .resources(ClusterCatalog.class)
                                .withName(name)
                                .get())
                        .isNull());
    }

    /** A catalog with version 1.0.0 of the sample operator from another image. */
    private static String catalogWith(String image) {
        return """
                schema: olm.package
                name: greeter-operator
                defaultChannel: stable
                ---
                schema: olm.channel
                package: greeter-operator
                name: stable
                entries:
                  - name: greeter-operator.v1.0.0
                ---
                schema: olm.bundle
                package: greeter-operator
                name: greeter-operator.v1.0.0
                image: %s
                properties:
                  - type: olm.package
                    value:
                      packageName: greeter-operator
                      version: 1.0.0
                """.formatted(image);
    }
}
