package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.options.IdentityPolicy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Tests of a controller whose clock is set back. */
class ClockJumpIT {

    @Test
    void shouldHealAnObjectThatItWroteBeforeItsClockWasSetBack() {
        // Given
        var ahead = new AtomicReference<>(Duration.ofHours(1));
        InstantSource time = () -> Instant.now().plus(ahead.get());
        Clock clock = time.withZone(ZoneOffset.UTC);
        try (var fixture = new SetControllerFixture(IdentityPolicy.STRICT, clock)) {
            ServiceAccountRef account = fixture.account(fixture.namespace());
            fixture.grant(account, manage("", "configmaps"));
            String namespace = account.namespace();
            ClusterObjectSet set =
                    set("clock-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));
            fixture.admin().resource(set).create();
            fixture.awaitRolledOut(set);
            var settings = fixture.admin().configMaps().inNamespace(namespace).withName("settings");
            Map<String, String> wanted = settings.get().getData();

            // When
            ahead.set(Duration.ZERO);
            settings.delete();

            // Then
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(settings.get())
                            .isNotNull()
                            .satisfies(there -> assertThat(there.getData()).isEqualTo(wanted)));
        }
    }
}
