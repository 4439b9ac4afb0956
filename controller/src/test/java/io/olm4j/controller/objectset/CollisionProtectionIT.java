package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Objects;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of collision protection, which is declared for the set, for a phase and for an object: the most specific one
 * counts.
 */
class CollisionProtectionIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @AfterEach
    void heal() {
        fixture.inject(chain -> chain.proceed(chain.request()));
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # set,          phase,          object,         of others taken over?
            PREVENT,        -,              -,              false
            IF_NO_CONTROLLER, -,            -,              true
            NONE,           -,              -,              true
            PREVENT,        IF_NO_CONTROLLER, -,            true
            NONE,           PREVENT,        -,              false
            PREVENT,        PREVENT,        NONE,           true
            NONE,           NONE,           PREVENT,        false
            """)
    void shouldGoByTheMostSpecificProtection(
            CollisionProtection ofSet,
            @Nullable CollisionProtection ofPhase,
            @Nullable CollisionProtection ofObject,
            boolean taken) {
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
                        .build())
                .create();
        ClusterObjectSet set = protectedSet(account, ofSet, ofPhase, ofObject);

        // When
        fixture.admin().resource(set).create();

        // Then
        if (taken) {
            fixture.awaitRolledOut(set);
        } else {
            fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        }
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", taken ? "ours" : "theirs");
    }

    @ParameterizedTest
    @CsvSource({"IF_NO_CONTROLLER, false", "NONE, true"})
    void shouldTakeWhatAnotherControlsOnlyWithoutProtection(CollisionProtection protection, boolean taken) {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet other =
                set("other-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "theirs")));
        fixture.admin().resource(other).create();
        fixture.awaitRolledOut(other);
        ClusterObjectSet set = protectedSet(account, protection, null, null);

        // When
        fixture.admin().resource(set).create();

        // Then
        if (taken) {
            fixture.awaitRolledOut(set);
            fixture.awaitCondition(other, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        } else {
            fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        }
        assertThat(fixture.configMap(namespace, "settings").getData()).containsEntry("key", taken ? "ours" : "theirs");
        assertThat(Objects.controller(fixture.configMap(namespace, "settings")))
                .isEqualTo((taken ? set : other).getMetadata().getName());
    }

    @Test
    void shouldKeepWhatItTookOverWhenTheOtherOwnerIsDeleted() {
        // Given an object that would be deleted with its owner, which does not control it
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ConfigMap owner = fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("owner")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("settings")
                        .withNamespace(namespace)
                        .addNewOwnerReference()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName("owner")
                        .withUid(owner.getMetadata().getUid())
                        .endOwnerReference()
                        .endMetadata()
                        .addToData("key", "theirs")
                        .build())
                .create();
        String uid = fixture.configMap(namespace, "settings").getMetadata().getUid();
        ClusterObjectSet set = protectedSet(account, CollisionProtection.IF_NO_CONTROLLER, null, null);
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin().resource(owner).delete();

        // Then the garbage collector removes the reference instead of the object
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.configMap(namespace, "settings")
                                .getMetadata()
                                .getOwnerReferences())
                        .extracting(OwnerReference::getUid)
                        .doesNotContain(owner.getMetadata().getUid()));
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getUid())
                .isEqualTo(uid);
    }

    @Test
    void shouldNotTakeAnObjectBackAndForthWhenTwoSetsClaimIt() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet one = unprotectedSet("one-" + namespace, account, "one");
        fixture.admin().resource(one).create();
        fixture.awaitRolledOut(one);
        ClusterObjectSet other = unprotectedSet("other-" + namespace, account, "other");

        // When
        fixture.admin().resource(other).create();

        // Then
        fixture.awaitCondition(
                one,
                ConditionTypes.PROGRESSING,
                Reasons.RETRYING,
                message -> assertThat(message)
                        .isEqualTo("revision object collisions in phase 1\nConfigMap.v1 " + namespace
                                + "/settings was controlled by this revision and then taken over by ClusterObjectSet"
                                + " \"other-" + namespace + "-1\": only one of the two may claim it"));
        fixture.awaitRolledOut(other);

        // Nor after a restart without memory, when others of their objects differ: that shows that both were compared
        fixture.whileDown(() -> {
            fixture.requests().clear();
            fixture.drift(namespace, "of-one");
            fixture.drift(namespace, "of-other");
        });
        fixture.awaitHealed(namespace, "of-one");
        fixture.awaitHealed(namespace, "of-other");
        await().during(Duration.ofSeconds(3))
                .atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.requests().writes())
                        .filteredOn(request -> request.endsWith(namespace + "/configmaps/settings"))
                        .isEmpty());
    }

    @Test
    void shouldKeepTheNoteOfTheFormerController() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet other =
                set("other-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "theirs")));
        fixture.admin().resource(other).create();
        fixture.awaitRolledOut(other);
        ClusterObjectSet set = protectedSet(account, CollisionProtection.NONE, null, null);
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When a later reconcile has something to write
        fixture.admin()
                .configMaps()
                .inNamespace(namespace)
                .withName("settings")
                .edit(map ->
                        new ConfigMapBuilder(map).addToData("key", "drifted").build());

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(
                                fixture.configMap(namespace, "settings").getData())
                        .containsEntry("key", "ours"));
        assertThat(Objects.controller(fixture.configMap(namespace, "settings")))
                .isEqualTo(set.getMetadata().getName());
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getAnnotations())
                .containsEntry(
                        Annotations.TAKEN_OVER_FROM,
                        fixture.admin().resource(other).get().getMetadata().getUid());
    }

    @Test
    void shouldDeleteNothingOfOthersWhenItGoes() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet other =
                set("other-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "theirs")));
        fixture.admin().resource(other).create();
        fixture.awaitRolledOut(other);
        ClusterObjectSet set = protectedSet(account, CollisionProtection.PREVENT, null, null);
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        String before = fixture.configMap(namespace, "settings").getMetadata().getResourceVersion();

        // When
        fixture.admin().resource(set).delete();
        fixture.awaitGone(set);

        // Then
        assertThat(fixture.configMap(namespace, "settings").getMetadata().getResourceVersion())
                .isEqualTo(before);
    }

    private static ClusterObjectSet unprotectedSet(String owner, ServiceAccountRef account, String value) {
        Phase phase = phase("deploy", configMap(account.namespace(), "settings", value));
        return set(
                owner,
                1,
                account,
                phase("prepare", configMap(account.namespace(), "of-" + value, "wanted")),
                new Phase(phase.name(), phase.objects(), CollisionProtection.NONE));
    }

    private static ClusterObjectSet protectedSet(
            ServiceAccountRef account,
            CollisionProtection ofSet,
            @Nullable CollisionProtection ofPhase,
            @Nullable CollisionProtection ofObject) {
        String namespace = account.namespace();
        ClusterObjectSet set = set("taker-" + namespace, 1, account);
        set.setSpec(new ClusterObjectSetSpec(
                set.getSpec().lifecycleState(),
                1,
                ofSet,
                List.of(new Phase(
                        "deploy",
                        List.of(new PhaseObject(configMap(namespace, "settings", "ours"), null, ofObject)),
                        ofPhase)),
                null,
                set.getSpec().progressionProbes()));
        return set;
    }
}
