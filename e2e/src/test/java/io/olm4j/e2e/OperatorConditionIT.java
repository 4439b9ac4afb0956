package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.applier.account.InstallerRules.Grants;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.rbac.InstallerManifest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * An operator that says that it cannot be upgraded now holds its upgrade back, and blocks that of an OpenShift cluster.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class OperatorConditionIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path BUNDLES = Path.of("..", "manifests", "samples", "greeter", "bundles");
    private static final Path DEFINITION =
            Path.of("..", "manifests", "optional", "operatorconditions.operators.coreos.com.yaml");
    private static final String NAME = "greeter-operator.v1.0.0";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final OpenShift openShift = new OpenShift(olm.client());

    @BeforeAll
    void install() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        olm.apply(samples.installer());
        List<ObjectNode> objects = new ArrayList<>(render("1.0.0"));
        objects.addAll(render("1.1.0"));
        olm.apply(new InstallerManifest("greeter", "greeter-installer").yaml(objects, Grants.OWN));
        LimitedOperators.apply(olm, "\"4.30\"", "\"4.30\"");
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterAll
    void removeKinds() throws Exception {
        openShift.remove();
    }

    private static List<ObjectNode> render(String version) {
        if (BundleReader.read(BUNDLES.resolve(version)) instanceof BundleReading.Read(var bundle)
                && Renderer.render(
                                bundle,
                                new RenderOptions(
                                        new InstallNamespace.Existing("greeter"),
                                        Optional.empty(),
                                        CertificateProvider.CERT_MANAGER,
                                        Set.of(RenderFeature.OPERATOR_CONDITIONS)))
                        instanceof RenderResult.Rendered(var objects)) {
            return objects;
        }
        throw new AssertionError(version + " does not render");
    }

    @Test
    @Order(1)
    void shouldMakeTheOperatorConditionOnceTheKindIsServed() throws Exception {
        assertThat(variables()).isEmpty();

        olm.apply(Files.readString(DEFINITION));

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(variables()).containsExactly(NAME));
        extensions.awaitInstalled("greeter", "1.0.0");
        assertThat(condition(olm.client(), NAME).get()).isNotNull();
    }

    @Test
    @Order(2)
    void shouldHoldTheUpgradeBackWhileTheOperatorObjects() {
        try (KubernetesClient operator = operator()) {
            write(operator, "{\"spec\":{\"conditions\":[" + upgradeable("False", "a backup runs") + "]}}");
        }
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.x\"}");

        extensions.awaitProgressing(
                "greeter",
                "Blocked",
                "upgrade to bundle \"greeter-operator.v1.1.0\" is held back: operator is not upgradeable: the"
                        + " operator is not"
                        + " upgradeable: a backup runs");
        assertThat(extensions.status("greeter").install())
                .satisfies(install -> assertThat(install.bundle().version()).isEqualTo("1.0.0"));
    }

    @Test
    @Order(3)
    void shouldBlockTheUpgradeOfTheCluster() {
        openShift.serve();
        openShift.run("4.19.5");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(openShift.condition("Upgradeable"))
                        .hasValueSatisfying(condition -> assertThat(condition)
                                .containsEntry("reason", "OperatorsNotUpgradeable")
                                .containsEntry(
                                        "message",
                                        "Found ClusterExtensions whose operator is not upgradeable: bundle"
                                                + " \"greeter-operator.v1.0.0\" for ClusterExtension \"greeter\" (the"
                                                + " operator is not upgradeable: a backup runs).")));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.CLUSTER_UPGRADEABLE))
                        .map(Condition::message)
                        .contains("blocks cluster upgrades: the operator is not upgradeable: a backup runs"));
    }

    @Test
    @Order(4)
    void shouldGoOnWhenAnAdministratorOverrides() {
        write(olm.client(), "{\"spec\":{\"overrides\":[" + upgradeable("True", "the backup is not needed") + "]}}");

        extensions.awaitInstalled("greeter", "1.1.0");
        assertThat(variables()).containsExactly("greeter-operator.v1.1.0");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(openShift.condition("Upgradeable"))
                        .hasValueSatisfying(condition -> assertThat(condition).containsEntry("status", "True")));
    }

    @Test
    @Order(5)
    void shouldLetTheOperatorWriteItsOwnOperatorConditionOnly() {
        await().atMost(PATIENCE).until(() -> mayPatch("greeter-operator.v1.1.0"));
        assertThat(mayPatch("other")).isFalse();
    }

    @Test
    @Order(6)
    void shouldRollOutBesideOlmClassic() {
        // Given the role and the binding that OLM Classic makes for each OperatorCondition
        String name = "greeter-operator.v1.1.0";
        olm.apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: %1$s, namespace: greeter, ownerReferences: [%2$s]}
                rules:
                - apiGroups: [operators.coreos.com]
                  resources: [operatorconditions]
                  resourceNames: [%1$s]
                  verbs: [get, update, patch]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: %1$s, namespace: greeter, ownerReferences: [%2$s]}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: %1$s}
                subjects: [{kind: ServiceAccount, name: greeter-operator, namespace: greeter}]
                """.formatted(
                        name,
                        "{apiVersion: operators.coreos.com/v2, kind: OperatorCondition, name: %s, uid: %s,"
                                        .formatted(
                                                name,
                                                condition(olm.client(), name)
                                                        .require()
                                                        .getMetadata()
                                                        .getUid())
                                + " controller: true, blockOwnerDeletion: false}"));

        // When
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                        {"spec":{"config":{"configType":"Inline","inline":{"deploymentConfig":
                         {"env":[{"name":"NEIGHBOUR","value":"OLM Classic"}]}}}}}""");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(values("NEIGHBOUR")).containsExactly("OLM Classic"));
        extensions.awaitInstalled("greeter", "1.1.0");
    }

    private boolean mayPatch(String name) {
        var review = new SelfSubjectAccessReviewBuilder()
                .withNewSpec()
                .withNewResourceAttributes()
                .withGroup("operators.coreos.com")
                .withResource("operatorconditions")
                .withNamespace("greeter")
                .withName(name)
                .withVerb("patch")
                .endResourceAttributes()
                .endSpec()
                .build();
        try (KubernetesClient operator = operator()) {
            return operator.authorization()
                    .v1()
                    .selfSubjectAccessReview()
                    .create(review)
                    .getStatus()
                    .getAllowed();
        }
    }

    private KubernetesClient operator() {
        return olm.cluster().clientForServiceAccount("greeter", "greeter-operator");
    }

    private static void write(KubernetesClient client, String mergePatch) {
        condition(client, NAME).patch(PatchContext.of(PatchType.JSON_MERGE), mergePatch);
    }

    private static String upgradeable(String status, String message) {
        return ("{\"type\":\"Upgradeable\",\"status\":\"%s\",\"reason\":\"Test\",\"message\":\"%s\","
                        + "\"lastTransitionTime\":\"2026-01-01T00:00:00Z\"}")
                .formatted(status, message);
    }

    private static Resource<GenericKubernetesResource> condition(KubernetesClient client, String name) {
        return client.genericKubernetesResources("operators.coreos.com/v2", "OperatorCondition")
                .inNamespace("greeter")
                .withName(name);
    }

    private List<String> variables() {
        return values("OPERATOR_CONDITION_NAME");
    }

    private List<String> values(String variable) {
        return extensions.deployments("greeter").stream()
                .flatMap(deployment -> deployment.getSpec().getTemplate().getSpec().getContainers().stream())
                .flatMap(container -> container.getEnv().stream())
                .filter(one -> one.getName().equals(variable))
                .map(EnvVar::getValue)
                .toList();
    }
}
