package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.Objects;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import okhttp3.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of rolling out, maintaining and tearing down one set, on the real API server. */
class RolloutIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldRollOutInOrderWhenTheAccountHasJustEnoughRights() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "ordered-" + namespace,
                1,
                account,
                phase("deploy", deployment(namespace, "first")),
                phase("publish", configMap(namespace, "second", "a")));

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        Deployment deployment = fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("first")
                .get();
        ConfigMap configMap = fixture.admin()
                .configMaps()
                .inNamespace(namespace)
                .withName("second")
                .get();
        assertThat(deployment.getStatus().getAvailableReplicas()).isEqualTo(1);
        assertThat(configMap.getMetadata().getLabels())
                .containsEntry(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM)
                .containsEntry(Labels.OWNER_NAME, "ordered-" + namespace);
        assertThat(configMap.getMetadata().getAnnotations()).containsEntry(Annotations.REVISION, "1");
        assertThat(configMap.getMetadata().getAnnotations())
                .containsEntry(Annotations.REVISION_NAME, set.getMetadata().getName())
                .containsEntry(
                        Annotations.REVISION_UID,
                        fixture.admin().resource(set).get().getMetadata().getUid());
        assertThat(configMap.getMetadata().getOwnerReferences())
                .as("the garbage collector would delete it out of order")
                .isEmpty();
        assertThat(fixture.condition(set, ConditionTypes.PROGRESSING).map(Condition::message))
                .contains("Revision 1.0.1 has rolled out.");
        assertThat(fixture.condition(set, ConditionTypes.AVAILABLE).map(Condition::message))
                .contains("Objects are available and pass all probes.");
        assertThat(fixture.condition(set, ConditionTypes.SUCCEEDED).map(Condition::message))
                .contains("Revision succeeded rolling out.");
    }

    @Test
    void shouldRecordWhichContentItIsBeforeAnythingIsApplied() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("recorded-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        AtomicReference<List<ObservedPhase>> recorded = new AtomicReference<>(List.of());
        fixture.inject(chain -> {
            if (chain.request().url().encodedPath().endsWith(namespace + "/configmaps/settings")
                    && chain.request().method().equals("PATCH")) {
                recorded.set(fixture.admin().resource(set).get().getStatus().observedPhases());
            }
            return chain.proceed(chain.request());
        });

        // When
        try {
            fixture.admin().resource(set).create();
            fixture.awaitRolledOut(set);
        } finally {
            fixture.inject(chain -> chain.proceed(chain.request()));
        }

        // Then
        assertThat(recorded.get()).singleElement().satisfies(phase -> {
            assertThat(phase.name()).isEqualTo("deploy");
            assertThat(phase.digest()).matches("sha256:[0-9a-f]{64}");
        });
    }

    @Test
    void shouldHealAnObjectFromWhichAnotherClientRemovedEveryMark() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("stripped-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "wanted")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin()
                .configMaps()
                .inNamespace(namespace)
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace(namespace)
                        .endMetadata()
                        .addToData("key", "drifted")
                        .build())
                .update();

        // Then
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            ConfigMap healed = fixture.configMap(namespace, "settings");
            assertThat(healed.getData()).containsEntry("key", "wanted");
            assertThat(healed.getMetadata().getLabels()).containsEntry(Labels.OWNER_NAME, "stripped-" + namespace);
            assertThat(Objects.controller(healed)).isNotEmpty();
        });
    }

    @Test
    void shouldHealDriftAndKeepFieldsOfOthers() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "drift-" + namespace,
                1,
                account,
                phase("deploy", deployment(namespace, "app")),
                phase("publish", configMap(namespace, "settings", "wanted")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").edit(map -> {
            map.getData().put("key", "drifted");
            map.getData().put("other", "kept");
            map.getMetadata().getLabels().put("user", "kept");
            map.getMetadata().getLabels().put(Labels.OWNER_NAME, "drifted");
            return map;
        });
        fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("app")
                .scale(3);

        // Then
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            ConfigMap healed = fixture.admin()
                    .configMaps()
                    .inNamespace(namespace)
                    .withName("settings")
                    .get();
            assertThat(healed.getData()).containsEntry("key", "wanted").containsEntry("other", "kept");
            assertThat(healed.getMetadata().getLabels())
                    .containsEntry("user", "kept")
                    .containsEntry(Labels.OWNER_NAME, "drift-" + namespace);
            assertThat(fixture.admin()
                            .apps()
                            .deployments()
                            .inNamespace(namespace)
                            .withName("app")
                            .get()
                            .getSpec()
                            .getReplicas())
                    .isEqualTo(1);
        });
    }

    @Test
    void shouldWriteNothingAfterARestartForWhatTheApiServerDropsOrRewrites() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        fixture.admin().resource(gadgetCrd(namespace).toString()).create();
        ClusterObjectSet set = set(
                "rewritten-" + namespace,
                1,
                account,
                phase(
                        "deploy",
                        Stream.concat(
                                        RewrittenObjects.in(namespace).stream(),
                                        Stream.of(configMap(namespace, "drifting", "wanted")))
                                .toArray(ObjectNode[]::new)));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When one of the objects really differs, which shows that the set has been compared
        fixture.whileDown(() -> {
            fixture.requests().clear();
            fixture.drift(namespace, "drifting");
        });

        // Then
        fixture.awaitHealed(namespace, "drifting");
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.requests().writesOf(namespace))
                        .containsExactly("PATCH /api/v1/namespaces/" + namespace + "/configmaps/drifting"));
    }

    @Test
    void shouldMakeAnewWhatIsDeletedBeforeTheAnswerToItsWriteArrives() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("fleeting-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        ClusterObjectSet other =
                set("lasting-" + namespace, 1, account, phase("deploy", configMap(namespace, "drifting", "wanted")));
        fixture.admin().resource(other).create();
        fixture.awaitRolledOut(other);
        var settings = fixture.admin().configMaps().inNamespace(namespace).withName("settings");
        fixture.inject(Faults.once(
                request -> request.method().equals("PATCH")
                        && request.url().encodedPath().endsWith(namespace + "/configmaps/settings"),
                chain -> {
                    Response answer = chain.proceed(chain.request());
                    settings.delete();
                    // A later event of the same watch has arrived when this is healed.
                    fixture.drift(namespace, "drifting");
                    fixture.awaitHealed(namespace, "drifting");
                    return answer;
                }));

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        await().atMost(Duration.ofMinutes(2)).until(() -> settings.get() != null);
    }

    @Test
    void shouldMakeADeletedObjectAnew() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("deleted-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();

        // Then
        fixture.awaitConfigMap(namespace, "settings");
    }

    @Test
    void shouldWriteNothingWhenNothingDiffers() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "steady-" + namespace,
                1,
                account,
                phase(
                        "deploy",
                        deployment(namespace, "app"),
                        configMap(namespace, "settings", "a"),
                        configMap(namespace, "drifting", "wanted")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        fixture.requests().clear();

        // When a field that the set does not own changes
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").edit(map -> {
            map.getMetadata().getLabels().put("user", "a");
            return map;
        });
        fixture.admin().resource(set).edit(s -> {
            s.getMetadata().getAnnotations().put("example.com/touched", "yes");
            return s;
        });
        // and then an object really differs, which shows that the set has been compared
        fixture.drift(namespace, "drifting");

        // Then
        fixture.awaitHealed(namespace, "drifting");
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.requests().writesOf(namespace))
                        .containsExactly("PATCH /api/v1/namespaces/" + namespace + "/configmaps/drifting"));
    }

    @Test
    void shouldTakeEverythingDownWhenTheSetIsDeleted() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set(
                "removed-" + namespace,
                1,
                account,
                phase("deploy", deployment(namespace, "app")),
                phase("publish", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.requests().clear();
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.admin()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName("app")
                        .get())
                .isNull();
        assertThat(fixture.admin()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName("settings")
                        .get())
                .isNull();
        List<String> deletions = fixture.requests().writesOf(namespace).stream()
                .filter(request -> request.startsWith("DELETE"))
                // A Deployment whose status is written meanwhile needs another attempt to delete it.
                .distinct()
                .toList();
        assertThat(deletions).hasSize(2);
        assertThat(deletions.getFirst()).endsWith("/configmaps/settings");
    }

    @Test
    void shouldLeaveTheObjectsToGarbageCollectionWhenTheAccountIsGone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("accountless-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        ConfigMap settings = fixture.admin()
                .configMaps()
                .inNamespace(namespace)
                .withName("settings")
                .get();

        // When
        fixture.admin()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName("installer")
                .delete();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, "Blocked");
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        fixture.awaitGone(settings);
    }
}
