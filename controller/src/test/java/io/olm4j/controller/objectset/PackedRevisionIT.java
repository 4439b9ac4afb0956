package io.olm4j.controller.objectset;

import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.testsupport.Faults;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Tests of a revision as the extension reconciler creates it: objects in Secrets, a CRD together with an object of its
 * kind, RBAC.
 */
class PackedRevisionIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static List<ObjectNode> objects(String namespace) {
        return List.of(
                gadgetCrd(namespace),
                yaml("""
                        apiVersion: %1$s.example.com/v1
                        kind: Gadget
                        metadata: {name: first, namespace: %1$s}
                        spec: {color: ""}
                        """.formatted(namespace)),
                yaml("""
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRole
                        metadata: {name: gadget-%1$s}
                        rules: [{apiGroups: [%1$s.example.com], resources: [gadgets], verbs: ["*"]}, {nonResourceURLs: [/metrics], verbs: [get]}]
                        """.formatted(namespace)),
                yaml("""
                        apiVersion: rbac.authorization.k8s.io/v1
                        kind: ClusterRoleBinding
                        metadata: {name: gadget-%1$s}
                        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: gadget-%1$s}
                        subjects: [{kind: ServiceAccount, name: gadget, namespace: %1$s}]
                        """.formatted(namespace)),
                yaml("{apiVersion: v1, kind: ServiceAccount, metadata: {name: gadget, namespace: %s}}"
                        .formatted(namespace)),
                yaml("""
                        apiVersion: v1
                        kind: Secret
                        metadata: {name: gadget, namespace: %s}
                        stringData: {password: secret}
                        """.formatted(namespace)),
                yaml("""
                        apiVersion: v1
                        kind: Service
                        metadata: {name: gadget, namespace: %s}
                        spec: {selector: {app: gadget}, ports: [{port: 80, targetPort: http}, {name: udp, port: 80, protocol: UDP}]}
                        """.formatted(namespace)
                        .replace("{port: 80, targetPort: http}", "{name: tcp, port: 80, targetPort: http}")),
                yaml("""
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingWebhookConfiguration
                        metadata: {name: gadget-%1$s, namespace: %1$s}
                        webhooks:
                          - name: gadget.example.com
                            admissionReviewVersions: [v1]
                            sideEffects: None
                            failurePolicy: Ignore
                            clientConfig: {service: {name: gadget, namespace: %1$s, path: /x}}
                            rules: [{apiGroups: [%1$s.example.com], apiVersions: [v1], operations: [CREATE], resources: [gadgets]}]
                        """.formatted(namespace)),
                configMap(namespace, "settings", "a"),
                deployment(namespace, "gadget"));
    }

    private static RevisionPlan plan(ServiceAccountRef account) {
        String name = "gadget-" + account.namespace();
        return (RevisionPlan) new RevisionBuilder(SetControllerFixture.SYSTEM)
                .build(
                        new RevisionIdentity(
                                name,
                                SetControllerFixture.extension(name, account)
                                        .getMetadata()
                                        .getUid(),
                                "gadget",
                                "gadget.v1",
                                "1.0.0",
                                Optional.empty(),
                                "example.com/gadget@sha256:0",
                                Optional.empty(),
                                Optional.empty(),
                                new Identity.Account(account),
                                Optional.of(10),
                                Optional.empty(),
                                Optional.empty()),
                        objects(account.namespace()),
                        1);
    }

    @Test
    void shouldRollOutKeepAcrossARestartAndTakeDown() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        Revisions revisions = new Revisions(fixture.admin(), SetControllerFixture.SYSTEM);

        // When
        ClusterObjectSet set = revisions.create(plan(account));
        fixture.awaitRolledOut(set);

        // Then
        List<Secret> secrets = secretsOf(set);
        assertThat(secrets)
                .isNotEmpty()
                .allSatisfy(secret -> assertThat(secret.getMetadata().getAnnotations())
                        .containsEntry(
                                Annotations.REVISION_UID, set.getMetadata().getUid()))
                .allSatisfy(secret ->
                        assertThat(secret.getMetadata().getOwnerReferences()).isEmpty());
        assertThat(gadgets(fixture.admin(), namespace)
                        .inNamespace(namespace)
                        .withName("first")
                        .get()
                        .getAdditionalProperties()
                        .toString())
                .contains("size=3");
        assertThat(fixture.admin().resource(set).get().getStatus().observedPhases())
                .extracting(phase -> phase.name())
                .containsExactly(
                        "identity",
                        "configuration",
                        "crds",
                        "roles",
                        "bindings",
                        "infrastructure",
                        "deploy",
                        "admission");
        assertThat(revisions.create(plan(account)).getMetadata().getUid())
                .as("creating it again changes nothing")
                .isEqualTo(set.getMetadata().getUid());

        // When the controller is restarted
        fixture.restart();
        await("secrets are read again")
                .atMost(Duration.ofMinutes(2))
                .until(() -> fixture.requests().all().stream()
                        .anyMatch(request -> request.contains(
                                "/secrets/" + secrets.getFirst().getMetadata().getName())));

        // Then nothing is written
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(fixture.requests().writesOf(namespace)).isEmpty());

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.admin()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("gadgets." + namespace + ".example.com")
                        .get())
                .isNull();
        await().atMost(Duration.ofMinutes(2)).until(() -> secretsOf(set).isEmpty());
    }

    @Test
    void shouldStopWhenTheContentIsNoLongerTheSame() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        ClusterObjectSet set = new Revisions(fixture.admin(), SetControllerFixture.SYSTEM).create(plan(account));
        fixture.awaitRolledOut(set);
        Secret secret = secretsOf(set).getFirst();

        // When a Secret is created again and is mutable
        fixture.admin().resource(secret).delete();
        secret.getMetadata().setResourceVersion(null);
        secret.getMetadata().setUid(null);
        secret.setImmutable(false);
        fixture.admin().resource(secret).create();
        touch(set);

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .isEqualTo(
                        "the following secrets are not immutable (referenced secrets must have immutable set to true): "
                                + "olmv1-system/" + secret.getMetadata().getName());

        // When it has other content
        fixture.admin().resource(secret).delete();
        secret.setImmutable(true);
        secret.getMetadata().setResourceVersion(null);
        secret.getMetadata().setUid(null);
        String key = secret.getData().keySet().iterator().next();
        secret.getData().put(key, "e30="); // an empty object
        fixture.admin().resource(secret).create();
        touch(set);

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.condition(set, ConditionTypes.PROGRESSING)
                                .orElseThrow()
                                .message())
                        .startsWith("resolved content of 1 phase(s) has changed: phase \"")
                        .endsWith("; a referenced object source may have been deleted and recreated with"
                                + " different content"));
    }

    @Test
    void shouldNotApplyAnotherObjectThanTheSpecNames() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        AtomicReference<ClusterObjectSet> created = new AtomicReference<>();

        // When a Secret gets other content before it is read for the first time
        fixture.whileDown(() -> {
            ClusterObjectSet set = new Revisions(fixture.admin(), SetControllerFixture.SYSTEM).create(plan(account));
            created.set(set);
            Secret secret = secretsOf(set).getFirst();
            fixture.admin().resource(secret).delete();
            secret.getMetadata().setResourceVersion(null);
            secret.getMetadata().setUid(null);
            secret.getData().replaceAll((_, _) -> "e30="); // an empty object
            fixture.admin().resource(secret).create();
        });
        ClusterObjectSet set = Objects.requireNonNull(created.get());

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .matches("resolving phase objects: key \"[^\"]{43}\" of secret \"olmv1-system/"
                        + secretsOf(set).getFirst().getMetadata().getName()
                        + "\" holds another object than the one whose digest is the key;"
                        + " the Secret may have been deleted and recreated with different content");
        assertThat(fixture.admin().resource(set).get().getStatus().observedPhases())
                .isEmpty();
        fixture.admin().resource(set).delete();
        fixture.awaitGone(set);
    }

    @Test
    void shouldTakeDownWhatWasAppliedBeforeAStatusWasWritten() {
        // Given objects that were applied by a controller that ended before it wrote the first status
        ServiceAccountRef account = fixture.clusterAdmin();
        String status = "/gadget-" + account.namespace() + "-1/status";
        fixture.inject(chain -> chain.request().url().encodedPath().endsWith(status)
                ? Faults.answer(403).intercept(chain)
                : chain.proceed(chain.request()));
        ClusterObjectSet set = new Revisions(fixture.admin(), SetControllerFixture.SYSTEM).create(plan(account));
        await().atMost(Duration.ofMinutes(2)).until(() -> fixture.configMap(account.namespace(), "settings") != null);

        // When it is deleted in the foreground while no controller runs, which the garbage collector completes first
        fixture.whileDown(() -> {
            fixture.inject(chain -> chain.proceed(chain.request()));
            assertThat(fixture.admin().resource(set).get().statusOrEmpty().observedPhases())
                    .isEmpty();
            fixture.admin()
                    .resource(set)
                    .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                    .delete();
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            fixture.admin().resource(set).get().getFinalizers().equals(List.of(Finalizers.TEARDOWN)));
        });

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(account.namespace(), "settings")).isNull();
    }

    @Test
    void shouldSearchTheObjectsOfLostContentOnceWhileOneOfThemWaits() {
        // Given a set whose Secrets are lost, and an object that a finalizer holds
        ServiceAccountRef account = fixture.clusterAdmin();
        ClusterObjectSet set = new Revisions(fixture.admin(), SetControllerFixture.SYSTEM).create(plan(account));
        fixture.awaitRolledOut(set);
        Resource<ConfigMap> settings =
                fixture.admin().configMaps().inNamespace(account.namespace()).withName("settings");
        settings.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":[\"example.com/hold\"]}}");
        secretsOf(set).forEach(secret -> fixture.admin().resource(secret).delete());
        fixture.requests().clear();

        // When
        fixture.admin().resource(set).delete();

        // Then
        String kind = "/api/v1/replicationcontrollers";
        await().atMost(Duration.ofMinutes(2)).until(() -> settings.get().isMarkedForDeletion());
        assertThat(fixture.requests().readsOf(kind)).isEqualTo(1);
        await().during(Duration.ofSeconds(12))
                .atMost(Duration.ofSeconds(60))
                .until(() -> fixture.requests().readsOf(kind) == 1);

        // When
        settings.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");

        // Then
        fixture.awaitGone(set);
        assertThat(settings.get()).isNull();
    }

    private static void touch(ClusterObjectSet set) {
        fixture.admin()
                .resource(set)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"example.com/touched\":\"" + System.nanoTime() + "\"}}}");
    }

    private static List<Secret> secretsOf(ClusterObjectSet set) {
        return fixture.admin()
                .secrets()
                .inNamespace(SetControllerFixture.SYSTEM)
                .withLabel(Labels.REVISION_NAME, set.getMetadata().getName())
                .list()
                .getItems();
    }
}
