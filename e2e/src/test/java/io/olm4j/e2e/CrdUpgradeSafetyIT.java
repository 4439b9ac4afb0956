package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.cli.cluster.Manifests;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.testsupport.Definitions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * CustomResourceDefinitions that would break what is stored are refused before anything is written, and taken up again
 * when the spec, the catalog or the definition on the cluster changes. Version 1.2.0 of the sample has a field that
 * 1.1.0 lacks.
 */
class CrdUpgradeSafetyIT {

    private static final String CRD = "greetings.greeter.olm4j.io";

    private static final String V1ALPHA1 =
            "{name: v1alpha1, served: true, storage: %s, schema: {openAPIV3Schema: {type: object}}}";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @BeforeEach
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
    }

    @AfterEach
    void cleanUp() {
        extensions.delete("greeter");
        Definitions.delete(olm.client(), CRD);
    }

    @Test
    void shouldKeepWhatIsInstalledUntilABundleIsSafe() throws Exception {
        // given
        install("1.2.0");

        // when
        extensions.patchCatalogFilter(
                "greeter", "{\"version\":\"1.1.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");

        // then
        assertRefused();

        // when the catalog has a 1.1.0 with the field
        olm.applyCatalog(
                "samples",
                Manifests.text("samples/greeter/catalog/greeter-operator/catalog.yaml")
                        .replace("bundle:v1.1.0", "bundle:v1.2.0")
                        .replace("registry.example.com", olm.cluster().registryHost()));

        // then
        extensions.awaitInstalled("greeter", "1.1.0");
    }

    @Test
    void shouldUpgradeToAnythingWhenTheCheckIsOff() {
        // given
        install("1.2.0");
        extensions.patchCatalogFilter(
                "greeter", "{\"version\":\"1.1.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");
        assertRefused();

        // when
        extensions.allowUnsafeCrdUpgrades("greeter");

        // then
        extensions.awaitInstalled("greeter", "1.1.0");
        assertThat(definition().getSpec().getVersions().getFirst().toString()).doesNotContain("language");
    }

    @Test
    void shouldJudgeAgainWhatAStuckUpgradeHasReplaced() {
        // given an upgrade that has applied its definition and does not become ready
        install("1.1.0");
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec":{"source":{"catalog":{"version":"1.2.0"}},"config":{"configType":"Inline",
                         "inline":{"deploymentConfig":{"nodeSelector":{"nowhere":"yes"}}}}}}""");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(
                                definition().getSpec().getVersions().getFirst().toString())
                        .contains("language"));

        // when
        extensions.patchCatalogFilter(
                "greeter", "{\"version\":\"1.1.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");

        // then
        extensions.awaitProgressing(
                "greeter", "Blocked", "validating upgrade for CRD", "removed field : v1.^.spec.language");
        assertThat(definition().getSpec().getVersions().getFirst().toString()).contains("language");
    }

    @Test
    void shouldWaitForTheDefinitionOfSomebodyElseToGo() {
        // given
        olm.apply(foreign("Cluster", V1ALPHA1.formatted(true)));
        String before = definition().getMetadata().getUid();

        // when
        olm.apply(samples.clusterExtension());

        // then
        assertThat(extensions.awaitProgressing("greeter", "Blocked", "validating upgrade"))
                .isEqualTo("""
                        error for resolved bundle "greeter-operator.v1.0.0" with version "1.0.0": \
                        validating upgrade for CRD "greetings.greeter.olm4j.io": \
                        scope: scope changed : "Cluster" -> "Namespaced"
                        storedVersionRemoval: stored versions removed : [v1alpha1]""");
        assertThat(olm.client().resources(ClusterObjectSet.class).list().getItems())
                .isEmpty();
        assertThat(definition().getMetadata().getUid()).isEqualTo(before);

        // when
        Definitions.delete(olm.client(), CRD);

        // then
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldGoOnWhenNoObjectIsStoredInARemovedVersionAnyMore() {
        // given a definition whose objects were stored in another version before
        olm.apply(foreign("Namespaced", V1ALPHA1.formatted(true)));
        olm.apply(foreign(
                "Namespaced",
                V1ALPHA1.formatted(false)
                        + ", {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}"));
        olm.apply(samples.clusterExtension());
        assertThat(extensions.awaitProgressing("greeter", "Blocked", "validating upgrade"))
                .endsWith("storedVersionRemoval: stored versions removed : [v1alpha1]");

        // when
        olm.client()
                .resource(definition())
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"storedVersions\":[\"v1\"]}}");

        // then
        extensions.awaitProgressing("greeter", "Retrying", "greetings.greeter.olm4j.io");
        assertThat(olm.client().resources(ClusterObjectSet.class).list().getItems())
                .hasSize(1);
    }

    private static String foreign(String scope, String versions) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata:
                  name: greetings.greeter.olm4j.io
                spec:
                  group: greeter.olm4j.io
                  names: {kind: Greeting, listKind: GreetingList, plural: greetings, singular: greeting}
                  scope: %s
                  versions: [%s]
                """.formatted(scope, versions);
    }

    private void install(String version) {
        olm.apply(samples.clusterExtension().replace("version: ~1.0", "version: " + version));
        extensions.awaitInstalled("greeter", version);
    }

    private void assertRefused() {
        assertThat(extensions.awaitProgressing("greeter", "Blocked", "validating upgrade"))
                .isEqualTo("""
                        error for resolved bundle "greeter-operator.v1.1.0" with version "1.1.0": \
                        validating upgrade for CRD "greetings.greeter.olm4j.io": \
                        existingFieldRemoval: removed field : v1.^.spec.language
                        v1: ^.spec.language: type: type changed : "string" -> \"\"""");
        assertThat(Extensions.condition(extensions.status("greeter"), ConditionTypes.PROGRESSING))
                .hasValueSatisfying(c -> assertThat(c.isTrue()).isFalse());
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("1.2.0");
        extensions.assertDeploymentsAvailable("greeter");
        assertThat(olm.client().resources(ClusterObjectSet.class).list().getItems())
                .hasSize(1);
        assertThat(definition().getSpec().getVersions().getFirst().toString()).contains("language");
    }

    private CustomResourceDefinition definition() {
        return olm.client()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(CRD)
                .require();
    }
}
