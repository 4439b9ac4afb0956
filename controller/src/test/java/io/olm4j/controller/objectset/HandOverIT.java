package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Objects;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which set gets an object that several sets contain. */
class HandOverIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldHandObjectsOverAndTakeDownWhatOnlyTheOldRevisionHad() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first = set(
                "upgrade-" + namespace,
                1,
                account,
                phase("deploy", configMap(namespace, "kept", "1"), configMap(namespace, "dropped", "1")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        String uid = fixture.configMap(namespace, "kept").getMetadata().getUid();

        // When
        ClusterObjectSet second = set(
                "upgrade-" + namespace,
                2,
                account,
                phase("deploy", configMap(namespace, "kept", "2"), configMap(namespace, "added", "2")));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        Condition archived = fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(archived.message()).isEqualTo("revision is archived");
        assertThat(fixture.admin().resource(first).get().getSpec().lifecycleState())
                .isEqualTo(LifecycleState.ARCHIVED);
        assertThat(fixture.configMap(namespace, "dropped")).isNull();
        assertThat(fixture.configMap(namespace, "added")).isNotNull();
        ConfigMap kept = fixture.configMap(namespace, "kept");
        assertThat(kept.getMetadata().getUid()).as("the same object").isEqualTo(uid);
        assertThat(kept.getData()).containsEntry("key", "2");
        assertThat(Objects.controller(kept)).isEqualTo("upgrade-" + namespace + "-2");

        // When
        fixture.admin().resource(first).delete();

        // Then
        fixture.awaitGone(first);
        assertThat(fixture.configMap(namespace, "kept").getMetadata().getUid()).isEqualTo(uid);
        assertThat(fixture.condition(second, ConditionTypes.PROGRESSING).map(Condition::reason))
                .contains(Reasons.SUCCEEDED);
    }

    @Test
    void shouldReportACollisionAndLeaveTheForeignObjectAlone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ConfigMap foreign = fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToData("key", "theirs")
                        .build())
                .create();
        ClusterObjectSet set =
                set("collision-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "ours")));

        // When
        fixture.admin().resource(set).create();

        // Then
        Condition retrying = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        assertThat(retrying.message())
                .isEqualTo("revision object collisions in phase 0\nConfigMap.v1 " + namespace
                        + "/settings exists already and was not created by this revision");
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getResourceVersion())
                .isEqualTo(foreign.getMetadata().getResourceVersion());

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getResourceVersion())
                .isEqualTo(foreign.getMetadata().getResourceVersion());
    }

    @Test
    void shouldAdoptAnObjectWithoutControllerWhenTheProtectionAllowsIt() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToData("key", "theirs")
                        .addToData("other", "theirs")
                        .build())
                .create();
        Phase phase = phase("deploy", configMap(namespace, "settings", "ours"));
        ClusterObjectSet set = set(
                "adoption-" + namespace,
                1,
                account,
                new Phase(phase.name(), phase.objects(), CollisionProtection.IF_NO_CONTROLLER));

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(fixture.configMap(namespace, "settings").getData())
                .containsEntry("key", "ours")
                .containsEntry("other", "theirs");
    }

    @Test
    void shouldNotTakeWhatAnotherOwnerControlsUntilThatOneIsGone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet one =
                set("one-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "one")));
        ClusterObjectSet other =
                set("other-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "other")));
        fixture.admin().resource(one).create();
        fixture.awaitRolledOut(one);

        // When
        fixture.admin().resource(other).create();

        // Then
        Condition retrying = fixture.awaitCondition(other, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        assertThat(retrying.message())
                .isEqualTo("revision object collisions in phase 0\nConfigMap.v1 " + namespace
                        + "/settings exists already and is controlled by ClusterObjectSet \"one-" + namespace + "-1\"");

        // When
        fixture.admin().resource(one).delete();

        // Then
        fixture.awaitRolledOut(other);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "other");
    }

    @Test
    void shouldLeaveAnObjectToTheNewerRevision() {
        // Given a first revision that cannot complete, and a second that does
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet stuck = set(
                "stuck-" + namespace,
                1,
                account,
                phase("deploy", configMap(namespace, "settings", "1")),
                phase("later", Objects.yaml("""
                        apiVersion: nowhere.example.com/v1
                        kind: Missing
                        metadata: {name: x}
                        """)));
        ClusterObjectSet second =
                set("stuck-" + namespace, 2, account, phase("deploy", configMap(namespace, "settings", "2")));
        fixture.admin().resource(stuck).create();
        assertThat(fixture.awaitCondition(stuck, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .isEqualTo("establish watch: no matches for kind \"Missing\" in version \"nowhere.example.com/v1\":"
                        + " the cluster does not "
                        + "serve this kind; install the operator or CustomResourceDefinition that brings it");

        // When
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then only the second revision writes the object, also when it has to be repaired
        String right = "2 of " + second.getMetadata().getName();
        String drifted = "drifted of " + second.getMetadata().getName();
        Queue<String> states = new ConcurrentLinkedQueue<>();
        try (Watch _ = fixture.admin()
                .configMaps()
                .inNamespace(namespace)
                .withName("settings")
                .watch(recording(states))) {
            fixture.awaitCondition(stuck, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
            fixture.drift(namespace, "settings");
            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(states).contains(drifted).endsWith(right));
            assertThat(states).containsOnly(right, drifted);
        }
    }

    /** Notes at each change what a ConfigMap holds, and which set controls it. */
    private static Watcher<ConfigMap> recording(Queue<String> states) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap map) {
                states.add(map.getData().get("key") + " of " + Objects.controller(map));
            }

            @Override
            public void onClose(WatcherException cause) {
                states.add("the watch has ended");
            }
        };
    }

    @Test
    void shouldPutBackWhatAStuckRevisionHadTakenWhenThatIsDeleted() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "left-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", configMap(namespace, "settings", "1")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        ObjectNode waits = deployment(namespace, "app");
        waits.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet stuck = set(owner, 2, account, phase("deploy", configMap(namespace, "settings", "2"), waits));
        fixture.admin().resource(stuck).create();
        fixture.awaitCondition(stuck, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "2");

        // When
        fixture.admin().resource(stuck).delete();
        fixture.awaitGone(stuck);

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.configMap(namespace, "settings"))
                        .isNotNull()
                        .satisfies(map -> assertThat(map.getData()).containsEntry("key", "1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"orphaned", "without its finalizer"})
    void shouldTakeBackWhatAStuckRevisionHadTakenWhenThatIsGoneWithoutATeardown(String how) {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "back-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", configMap(namespace, "settings", "1")));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        ObjectNode waits = deployment(namespace, "app");
        waits.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet stuck = set(owner, 2, account, phase("deploy", configMap(namespace, "settings", "2"), waits));
        fixture.admin().resource(stuck).create();
        fixture.awaitCondition(stuck, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE);
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", "2");
        String uid = fixture.configMap(namespace, "settings").getMetadata().getUid();

        // When
        if (how.equals("orphaned")) {
            fixture.admin()
                    .resource(stuck)
                    .withPropagationPolicy(DeletionPropagation.ORPHAN)
                    .delete();
        } else {
            fixture.whileDown(() -> {
                fixture.admin().resource(stuck).delete();
                fixture.admin()
                        .resource(stuck)
                        .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
            });
        }
        fixture.awaitGone(stuck);

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.configMap(namespace, "settings"))
                        .isNotNull()
                        .satisfies(map -> assertThat(map.getData()).containsEntry("key", "1")));
        ConfigMap settings = fixture.configMap(namespace, "settings");
        assertThat(settings.getMetadata().getUid()).as("the same object").isEqualTo(uid);
        assertThat(Objects.controller(settings)).isEqualTo(first.getMetadata().getName());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldKeepTheNamespaceOfTheInstalledRevisionWhenAStuckOneIsRemoved(boolean archived) {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String owner = "housed-" + account.namespace();
        String house = "house-of-" + account.namespace();
        ObjectNode namespace = Objects.yaml("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(house));
        ClusterObjectSet first = set(owner, 1, account, phase("namespaces", namespace));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        String uid = namespace(house).getMetadata().getUid();
        ObjectNode waits = deployment(house, "app");
        waits.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet stuck =
                set(owner, 2, account, phase("namespaces", namespace.deepCopy()), phase("deploy", waits));
        fixture.admin().resource(stuck).create();
        fixture.awaitCondition(stuck, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Objects.controller(namespace(house))
                        .equals(stuck.getMetadata().getName()));

        // When
        if (archived) {
            fixture.setLifecycle(stuck, LifecycleState.ARCHIVED);
            fixture.awaitCondition(stuck, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        } else {
            fixture.admin().resource(stuck).delete();
            fixture.awaitGone(stuck);
        }

        // Then
        await().atMost(Duration.ofMinutes(2))
                .until(() -> Objects.controller(namespace(house))
                        .equals(first.getMetadata().getName()));
        assertThat(namespace(house).getMetadata().getUid())
                .as("the same object")
                .isEqualTo(uid);
    }

    private static Namespace namespace(String name) {
        return fixture.admin().namespaces().withName(name).require();
    }

    @Test
    void shouldNotSucceedByWhatANewerRevisionHasTakenOver() {
        // Given a revision that waits for its only object
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ObjectNode stuck = deployment(namespace, "app");
        stuck.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet first = set("overtaken-" + namespace, 1, account, phase("deploy", stuck));
        fixture.admin().resource(first).create();
        fixture.awaitCondition(first, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE);

        // When
        ClusterObjectSet second =
                set("overtaken-" + namespace, 2, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.condition(first, ConditionTypes.SUCCEEDED)).isEmpty();
    }
}
