package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.Watch;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Reverter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that two writers of the same object do not write it without end. */
class FightIT {

    /** The writes before the limit, plus some for a status write or a restart of a watch in between. */
    private static final int MOST_WRITES = 25;

    /** Half of the writes after which healing pauses, so that an additional write for some changes does no harm. */
    private static final int FEW_CHANGES = 5;

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @ParameterizedTest
    @EnumSource(CollisionProtection.class)
    void shouldLetOneOfTwoSetsWithTheSameNumberHaveTheObject(CollisionProtection protection) {
        ServiceAccountRef account = fixture.installer();
        String owner = "twins-" + account.namespace();
        ClusterObjectSet one = wanting(account, owner, "one", protection);
        ClusterObjectSet other = wanting(account, owner, "other", protection);
        one.getMetadata().setName(owner + "-one");
        other.getMetadata().setName(owner + "-other");

        assertThatOneOfThemGivesUp(account.namespace(), one, other);
    }

    @ParameterizedTest
    @EnumSource(CollisionProtection.class)
    void shouldLetOneOfTwoUnrelatedSetsHaveTheObject(CollisionProtection protection) {
        ServiceAccountRef account = fixture.installer();

        assertThatOneOfThemGivesUp(
                account.namespace(),
                wanting(account, "left-" + account.namespace(), "one", protection),
                wanting(account, "right-" + account.namespace(), "other", protection));
    }

    private static ClusterObjectSet wanting(
            ServiceAccountRef account, String owner, String value, CollisionProtection protection) {
        Phase phase = phase("deploy", configMap(account.namespace(), "settings", value));
        return set(owner, 1, account, new Phase(phase.name(), phase.objects(), protection));
    }

    private static void assertThatOneOfThemGivesUp(String namespace, ClusterObjectSet one, ClusterObjectSet other) {
        // When
        fixture.admin().resource(one).create();
        fixture.admin().resource(other).create();

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(Stream.of(one, other)
                                .flatMap(set -> fixture.condition(set, ConditionTypes.PROGRESSING).stream())
                                .filter(condition -> condition.reason().equals(Reasons.RETRYING)))
                        .singleElement()
                        .extracting(Condition::message)
                        .asString()
                        .contains("ConfigMap.v1 " + namespace + "/settings", "ClusterObjectSet \"", "controlled by"));
        var settled = new AtomicLong();
        await().during(Duration.ofSeconds(3)).atMost(Duration.ofMinutes(2)).until(() -> {
            long now = writes(namespace);
            return settled.getAndSet(now) == now;
        });
        assertThat(settled.get()).isLessThan(MOST_WRITES);
    }

    @Test
    void shouldNameTheOtherClientWhenItUndoesEachWrite() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("reverted-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "ours")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        try (Watch _ = new Reverter(fixture.admin(), namespace, "settings").writeAlways()) {

            // Then
            fixture.awaitCondition(
                    set,
                    ConditionTypes.PROGRESSING,
                    Reasons.RETRYING,
                    message -> assertThat(message)
                            .contains(
                                    "ConfigMap.v1 " + namespace + "/settings",
                                    "field manager \"reverter\" changes it back",
                                    "let only one of the two manage it"));
            fixture.awaitCondition(
                    set,
                    ConditionTypes.AVAILABLE,
                    Reasons.PROBE_FAILURE,
                    message -> assertThat(message).isNotEmpty());
        }
    }

    @Test
    void shouldHealEachOfAFewChanges() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("healed-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "ours")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        for (int i = 0; i < FEW_CHANGES; i++) {
            // When
            new Reverter(fixture.admin(), namespace, "settings").write();

            // Then
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> "ours"
                            .equals(fixture.configMap(namespace, "settings")
                                    .getData()
                                    .get("key")));
        }
    }

    private static long writes(String namespace) {
        return fixture.requests().writes().stream()
                .filter(request -> request.startsWith("PATCH ")
                        && request.endsWith("/namespaces/" + namespace + "/configmaps/settings"))
                .count();
    }
}
