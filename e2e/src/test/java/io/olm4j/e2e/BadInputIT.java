package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.pack.CatalogPacker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a user can get wrong, and what can go wrong around him: the condition says what it is and what to do, what is
 * installed keeps running, and the extension recovers by itself when the cause goes.
 */
class BadInputIT {

    private static final String RETRYING = "Retrying";
    private static final String BLOCKED = "Blocked";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeEach
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(olm.client()
                                .resources(ClusterCatalog.class)
                                .withName("samples")
                                .get()
                                .getStatus())
                        .isNotNull()
                        .satisfies(status -> assertThat(Conditions.find(status.conditions(), ConditionTypes.SERVING))
                                .hasValueSatisfying(c -> assertThat(c.isTrue()).isTrue())));
    }

    @AfterEach
    void cleanUp() {
        extensions.delete("greeter");
    }

    @Test
    void shouldSayThatThePackageIsUnknown() throws Exception {
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension()
                .replace("packageName: greeter-operator", "packageName: other-operator")
                .replace("channels:\n        - stable\n", "channels: []\n"));

        extensions.awaitProgressing("greeter", RETRYING, "no bundles found for package \"other-operator\"");
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.INSTALLED))
                .hasValueSatisfying(c -> {
                    assertThat(c.isTrue()).isFalse();
                    assertThat(c.message()).isEqualTo("No bundle installed");
                });

        olm.applyCatalog(
                "more",
                catalogOf("other-operator", olm.cluster().registryHost() + "/olm4j/greeter-operator-bundle:v1.0.0"));

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldKeepTheInstalledVersionWhenNoVersionMatches() {
        install();

        extensions.patchCatalogFilter("greeter", "{\"version\":\">=9.0.0\"}");

        extensions.awaitProgressing(
                "greeter",
                RETRYING,
                "error upgrading from currently installed version \"1.0.0\": no bundles found for package"
                        + " \"greeter-operator\" matching version \">=9.0.0\" in channels [stable]");
        assertStillInstalled();

        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.x\"}");

        extensions.awaitInstalled("greeter", "1.1.0");
    }

    @Test
    void shouldGoOnAsAnotherServiceAccountAfterTheFirstWasRemoved() {
        install();
        olm.apply(samples.installer().replace("greeter-installer", "other-installer"));
        assertThatThrownBy(() -> setAccount("{\"name\":\"other-installer\"}"))
                .hasMessageContaining("name is immutable once set but may be cleared");

        setAccount("null");
        extensions.awaitProgressing("greeter", BLOCKED, "spec.serviceAccount.name is not set");
        assertStillInstalled();
        setAccount("{\"name\":\"other-installer\"}");

        extensions.awaitProgressingOfThisGeneration("greeter", "Succeeded", "has rolled out");
        olm.client()
                .serviceAccounts()
                .inNamespace("greeter")
                .withName("greeter-installer")
                .delete();
        Deployment deleted = extensions.deployments("greeter").getFirst();
        olm.client().resource(deleted).delete();
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(extensions.deployments("greeter"))
                        .singleElement()
                        .satisfies(healed -> assertThat(healed.getMetadata().getUid())
                                .isNotEqualTo(deleted.getMetadata().getUid())));
    }

    private void setAccount(String value) {
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"serviceAccount\":" + value + "}}");
    }

    @Test
    void shouldListTheChannelsWhenTheWantedOneDoesNotExist() {
        install();

        extensions.patchCatalogFilter("greeter", "{\"channels\":[\"beta\"]}");

        extensions.awaitProgressing(
                "greeter",
                RETRYING,
                " in channels [beta]. The package has no channel beta: it has ",
                "stable",
                "; name one of these in spec.source.catalog.channels.");
        assertStillInstalled();
    }

    @Test
    void shouldNameTheServiceAccountThatIsMissing() {
        install();
        ServiceAccount account = olm.client()
                .serviceAccounts()
                .inNamespace("greeter")
                .withName("greeter-installer")
                .get();
        olm.client().resource(account).delete();

        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.x\"}");

        extensions.awaitProgressing(
                "greeter", BLOCKED, "service account \"greeter-installer\" not found in namespace \"greeter\"");
        assertStillInstalled();

        olm.apply(samples.installer());

        extensions.awaitInstalled("greeter", "1.1.0");
    }

    @Test
    void shouldListEveryMissingPermissionBeforeAnythingIsWritten() {
        olm.apply(samples.installer());
        Role role = olm.client()
                .rbac()
                .roles()
                .inNamespace("greeter")
                .withName("greeter-installer")
                .get();
        olm.client().resource(role).delete();
        // The API server heeds the deletion of a role a moment later.
        await().atMost(Duration.ofMinutes(2)).until(() -> !installerMayCreateDeployments());
        olm.apply(samples.clusterExtension());

        extensions.awaitProgressing(
                "greeter", BLOCKED, "greeter-installer", "deployments", "serviceaccounts", "create");
        assertThat(olm.client()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("greetings.greeter.olm4j.io")
                        .get())
                .as("written although permissions for later objects are missing")
                .isNull();

        olm.apply(samples.installer());

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldSayThatTheNamespaceIsMissing() {
        String elsewhere = samples.clusterExtension().replace("namespace: greeter", "namespace: greeter-elsewhere");
        olm.apply(elsewhere);

        extensions.awaitProgressing("greeter", BLOCKED, "namespace \"greeter-elsewhere\" not found: create it");

        olm.apply(samples.installer()
                .replace("name: greeter\n", "name: greeter-elsewhere\n")
                .replace("namespace: greeter\n", "namespace: greeter-elsewhere\n"));

        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldKeepTheInstalledVersionWhenTheImageCannotBePulled() throws Exception {
        install();
        String missing = olm.cluster().registryHost() + "/olm4j/greeter-operator-bundle:v1.1.1-not-pushed";
        olm.applyCatalog("samples", successorOf("greeter-operator", missing));

        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.1\"}");

        extensions.awaitProgressing(
                "greeter",
                RETRYING,
                "error for resolved bundle \"greeter-operator.v1.1.1\" with version \"1.1.1\": ",
                "greeter-operator-bundle",
                "v1.1.1-not-pushed");
        assertStillInstalled();

        olm.applyCatalog("samples", successorOf("greeter-operator", missing.replace("v1.1.1-not-pushed", "v1.1.0")));

        extensions.awaitInstalled("greeter", "1.1.1");
    }

    @Test
    void shouldSayWhichCatalogIsNotServed() throws Exception {
        olm.client().resources(ClusterCatalog.class).withName("samples").delete();
        String image = olm.cluster().registryHost() + "/olm4j/not-pushed-catalog:latest";
        olm.apply(samples.clusterCatalog()
                .replace("name: samples", "name: broken")
                .replaceAll("ref: .*", "ref: " + image));
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension());

        extensions.awaitProgressing(
                "greeter",
                RETRYING,
                "error getting package \"greeter-operator\" from catalog \"broken\": catalog \"broken\" is not"
                        + " being served",
                "not-pushed-catalog");

        Path catalog = Files.createDirectories(directory.resolve("catalog"));
        Files.writeString(
                catalog.resolve("catalog.yaml"),
                catalogOf("greeter-operator", olm.cluster().registryHost() + "/olm4j/greeter-operator-bundle:v1.0.0"));
        olm.push("olm4j/not-pushed-catalog:latest", CatalogPacker.pack(catalog));

        extensions.awaitInstalled("greeter", "1.0.0");
        olm.client().resources(ClusterCatalog.class).withName("broken").delete();
    }

    private boolean installerMayCreateDeployments() {
        var review = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser("system:serviceaccount:greeter:greeter-installer")
                .withNewResourceAttributes()
                .withVerb("create")
                .withGroup("apps")
                .withResource("deployments")
                .withNamespace("greeter")
                .endResourceAttributes()
                .endSpec()
                .build();
        return olm.client()
                .authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }

    private void install() {
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    private void assertStillInstalled() {
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("1.0.0");
        extensions.assertDeploymentsAvailable("greeter");
    }

    /** A catalog with one bundle, version 1.0.0 of a package. */
    private static String catalogOf(String packageName, String image) {
        return """
                schema: olm.package
                name: %1$s
                defaultChannel: stable
                ---
                schema: olm.channel
                package: %1$s
                name: stable
                entries:
                  - name: %1$s.v1.0.0
                ---
                schema: olm.bundle
                package: %1$s
                name: %1$s.v1.0.0
                image: %2$s
                properties:
                  - type: olm.package
                    value:
                      packageName: %1$s
                      version: 1.0.0
                """.formatted(packageName, image);
    }

    /** A catalog with one bundle, version 1.1.1, which replaces 1.0.0. */
    private static String successorOf(String packageName, String image) {
        return catalogOf(packageName, image)
                .replace("1.0.0", "1.1.1")
                .replace(
                        "  - name: %s.v1.1.1\n".formatted(packageName),
                        "  - name: %1$s.v1.1.1\n    replaces: %1$s.v1.0.0\n".formatted(packageName));
    }
}
