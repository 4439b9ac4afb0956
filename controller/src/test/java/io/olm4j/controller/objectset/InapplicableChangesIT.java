package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.RollableScalableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Tests of changes that a server-side apply cannot express: they are made if no other field manager sets the field;
 * otherwise the status names them.
 */
class InapplicableChangesIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldUpgradeADeploymentFromTheDefaultStrategyToRecreate() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "recreate-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        ObjectNode recreated = recreated(namespace);
        recreated.withObject("/spec/template/metadata/labels").put("version", "2");
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", recreated));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        Deployment app = app(namespace).get();
        assertThat(app.getSpec().getStrategy().getType()).isEqualTo("Recreate");
        assertThat(app.getSpec().getStrategy().getRollingUpdate()).isNull();
        assertThat(app.getMetadata().getGeneration())
                .as("strategy and template change at once")
                .isEqualTo(2);

        // When
        ClusterObjectSet third = set(owner, 3, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(third).create();
        fixture.awaitRolledOut(third);

        // Then
        assertThat(app(namespace).get().getSpec().getStrategy().getType()).isEqualTo("RollingUpdate");
    }

    @Test
    void shouldUpgradeAStatefulSetFromTheDefaultStrategyToOnDelete() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String owner = "on-delete-" + namespace;
        ObjectNode database = yaml("""
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db, namespace: %s}
                spec:
                  serviceName: db
                  selector: {matchLabels: {app: db}}
                  template:
                    metadata: {labels: {app: db}}
                    spec: {containers: [{name: main, image: example.com/none:1}]}
                """.formatted(namespace));
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", database));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        ObjectNode onDelete = database.deepCopy();
        onDelete.withObject("/spec/updateStrategy").put("type", "OnDelete");
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", onDelete));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        assertThat(fixture.admin()
                        .apps()
                        .statefulSets()
                        .inNamespace(namespace)
                        .withName("db")
                        .get()
                        .getSpec()
                        .getUpdateStrategy())
                .satisfies(strategy -> {
                    assertThat(strategy.getType()).isEqualTo("OnDelete");
                    assertThat(strategy.getRollingUpdate()).isNull();
                });
    }

    @Test
    void shouldReplaceTheTypeOfAVolumeAndOfAProbe() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "retyped-" + namespace;
        ObjectNode before = deployment(namespace, "app");
        ObjectNode pod = before.withObject("/spec/template/spec");
        pod.withArray("volumes")
                .addObject()
                .put("name", "x")
                .putObject("secret")
                .put("secretName", "s");
        pod.withObject("/containers/0/livenessProbe/httpGet").put("path", "/").put("port", 80);
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", before));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        ObjectNode after = deployment(namespace, "app");
        pod = after.withObject("/spec/template/spec");
        pod.withArray("volumes")
                .addObject()
                .put("name", "x")
                .putObject("configMap")
                .put("name", "c");
        pod.withObject("/containers/0/livenessProbe/exec").putArray("command").add("true");
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", after));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        PodSpec now = app(namespace).get().getSpec().getTemplate().getSpec();
        assertThat(now.getVolumes()).filteredOn("name", "x").singleElement().satisfies(volume -> {
            assertThat(volume.getConfigMap().getName()).isEqualTo("c");
            assertThat(volume.getSecret()).isNull();
        });
        assertThat(now.getContainers().getFirst().getLivenessProbe()).satisfies(probe -> {
            assertThat(probe.getExec().getCommand()).containsExactly("true");
            assertThat(probe.getHttpGet()).isNull();
        });
    }

    @Test
    void shouldApplyAContainerThatHasAVariableAndAPortTwice() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ObjectNode twice = deployment(namespace, "app");
        ObjectNode container = twice.withObject("/spec/template/spec/containers/0");
        container.withArray("env").addObject().put("name", "A").put("value", "x");
        container.withArray("env").addObject().put("name", "B").put("value", "y");
        container.withArray("env").addObject().put("name", "A").put("value", "z");
        container.withArray("ports").addObject().put("containerPort", 9090).put("name", "first");
        container.withArray("ports").addObject().put("containerPort", 9090).put("protocol", "TCP");
        ClusterObjectSet set = set("twofold-" + namespace, 1, account, phase("deploy", twice));

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(app(namespace)
                        .get()
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getContainers()
                        .getFirst())
                .satisfies(now -> {
                    assertThat(now.getEnv()).extracting(EnvVar::getValue).containsExactly("y", "z");
                    assertThat(now.getPorts())
                            .filteredOn("containerPort", 9090)
                            .extracting(ContainerPort::getName)
                            .containsExactly("first");
                });
    }

    @Test
    void shouldDropAConversionWebhookIntoWhichAnotherManagerWroteTheCertificate() throws Exception {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String owner = "converted-" + namespace;
        ObjectNode before = gadgetCrd(namespace);
        before.withObject("/spec/conversion").setAll(yaml("""
                strategy: Webhook
                webhook:
                  conversionReviewVersions: [v1]
                  clientConfig: {service: {namespace: none, name: none, path: /convert}}
                """));
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", before));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        var definition = fixture.admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("gadgets." + namespace + ".example.com");
        String certificate = Base64.getEncoder()
                .encodeToString(Files.readAllBytes(
                        Path.of(fixture.admin().getConfiguration().getCaCertFile())));
        definition.patch(
                new PatchContext.Builder()
                        .withPatchType(PatchType.JSON_MERGE)
                        .withFieldManager("cainjector")
                        .build(),
                "{\"spec\":{\"conversion\":{\"webhook\":{\"clientConfig\":{\"caBundle\":\"%s\"}}}}}"
                        .formatted(certificate));

        // When
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", gadgetCrd(namespace)));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        assertThat(definition.get().getSpec().getConversion()).satisfies(conversion -> {
            assertThat(conversion.getStrategy()).isEqualTo("None");
            assertThat(conversion.getWebhook()).isNull();
        });
    }

    @Test
    void shouldNameTheManagerOfAFieldThatForbidsTheChange() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "tuned-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        app(namespace)
                .patch(
                        new PatchContext.Builder()
                                .withPatchType(PatchType.JSON_MERGE)
                                .withFieldManager("tuner")
                                .build(),
                        "{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":2}}}}");

        // When
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", recreated(namespace)));
        fixture.admin().resource(second).create();

        // Then
        assertThat(fixture.awaitCondition(second, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .startsWith("the API server cannot accept Deployment.apps/v1 " + namespace
                        + "/app: spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type`"
                        + " is 'Recreate' "
                        + "(the field was set by field manager \"tuner\": remove it there)");
        assertThat(app(namespace).get().getSpec().getStrategy().getType()).isEqualTo("RollingUpdate");
    }

    @Test
    void shouldBeBlockedWhenAnObjectThatItTakesOverHasAFieldThatForbidsTheChange() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        fixture.admin()
                .resource(Serialization.unmarshal(deployment(namespace, "app").toString(), Deployment.class))
                .fieldManager("other")
                .serverSideApply();
        ClusterObjectSet set = set(
                "taken-over-" + namespace,
                1,
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(recreated(namespace), null, CollisionProtection.NONE)),
                        null));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .contains(
                        "Deployment.apps/v1 " + namespace + "/app: spec.strategy.rollingUpdate: Forbidden",
                        "or delete the object if it may be created anew");

        // When
        app(namespace).delete();

        // Then
        fixture.awaitRolledOut(set);
        assertThat(app(namespace).get().getSpec().getStrategy().getType()).isEqualTo("Recreate");
    }

    @Test
    void shouldBeBlockedByAnImmutableFieldUntilTheObjectIsDeleted() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "immutable-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        ObjectNode changed = deployment(namespace, "app");
        changed.withObject("/spec/selector/matchLabels").put("tier", "web");
        changed.withObject("/spec/template/metadata/labels").put("tier", "web");
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", changed));
        fixture.admin().resource(second).create();

        // Then
        assertThat(fixture.awaitCondition(second, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .contains(
                        "Deployment.apps/v1 " + namespace + "/app: spec.selector: Invalid value",
                        "field is immutable",
                        "Install a bundle version without this change, or delete the object");
        long writes = writes(namespace);
        await().during(Duration.ofSeconds(6))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(writes(namespace)).as("not in a loop").isEqualTo(writes));

        // When
        app(namespace).delete();

        // Then
        fixture.awaitRolledOut(second);
        assertThat(app(namespace).get().getSpec().getSelector().getMatchLabels())
                .containsEntry("tier", "web");
    }

    @Test
    void shouldHealTheInstalledRevisionWhenTheObjectOfTheNewerOneIsRefusedAlsoOnCreation() {
        // Given a revision, and a newer one whose Deployment cannot exist
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "impossible-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        ObjectNode impossible = deployment(namespace, "app");
        impossible.withObject("/spec/selector/matchLabels").put("tier", "web");
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", impossible));
        fixture.admin().resource(second).create();
        fixture.awaitCondition(second, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        // When
        app(namespace).delete();

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(app(namespace).get()).isNotNull());
        assertThat(app(namespace).get().getMetadata().getAnnotations())
                .containsEntry(Annotations.REVISION_NAME, first.getMetadata().getName());
    }

    @Test
    void shouldDropAVersionOfADefinitionAsSoonAsNoResourceIsStoredAtIt() {
        // Given a definition with resources that are stored at the version that the next revision drops
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String owner = "stored-" + namespace;
        ObjectNode before = gadgetCrd(namespace);
        ObjectNode old = before.withArray("/spec/versions").get(0).deepCopy();
        before.withArray("/spec/versions").add(old.put("name", "v1alpha1").put("storage", false));
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", before));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        var definition = fixture.admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName("gadgets." + namespace + ".example.com");
        definition.editStatus(crd -> {
            crd.getStatus().setStoredVersions(List.of("v1alpha1", "v1"));
            return crd;
        });
        ClusterObjectSet second = set(owner, 2, account, phase("deploy", gadgetCrd(namespace)));
        fixture.admin().resource(second).create();
        assertThat(fixture.awaitCondition(second, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .contains("status.storedVersions[0]");

        // When
        definition.editStatus(crd -> {
            crd.getStatus().setStoredVersions(List.of("v1"));
            return crd;
        });

        // Then
        fixture.awaitRolledOut(second);
        assertThat(definition.get().getSpec().getVersions()).hasSize(1);
    }

    @Test
    void shouldBeBlockedWhenARevisionHoldsAnObjectTwice() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "twice-" + namespace,
                1,
                account,
                phase("deploy", configMap(namespace, "settings", "a")),
                phase("publish", configMap(namespace, "settings", "b")));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .isEqualTo("revision validation error: ConfigMap.v1 " + namespace
                        + "/settings is in phase \"deploy\" and again in phase \"publish\": install a"
                        + " bundle version that holds it once");
        assertThat(fixture.configMap(namespace, "settings")).isNull();
    }

    @Test
    void shouldSayWhatUsuallyBringsAKindThatIsNotServed() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("unserved-" + namespace, 1, account, phase("deploy", yaml("""
                        apiVersion: cert-manager.io/v1
                        kind: Certificate
                        metadata: {name: serving, namespace: %s}
                        """.formatted(namespace))));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .isEqualTo("establish watch: no matches for kind \"Certificate\" in version \"cert-manager.io/v1\":"
                        + " the cluster does not "
                        + "serve this kind; install cert-manager, which usually brings it");
        fixture.awaitCondition(
                set,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .isEqualTo("Object Certificate.cert-manager.io/v1 " + namespace + "/serving: does not exist"));
    }

    private static ObjectNode recreated(String namespace) {
        ObjectNode deployment = deployment(namespace, "app");
        deployment.withObject("/spec/strategy").put("type", "Recreate");
        return deployment;
    }

    private static RollableScalableResource<Deployment> app(String namespace) {
        return fixture.admin().apps().deployments().inNamespace(namespace).withName("app");
    }

    private static long writes(String namespace) {
        return fixture.requests().writes().stream()
                .filter(request -> request.contains("/namespaces/" + namespace + "/"))
                .count();
    }
}
