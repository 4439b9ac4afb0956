package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that with the hardened overlay the controller acts only as accounts of namespaces that consent to it. */
class ConsentIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static List<HasMetadata> policy = List.of();

    @BeforeAll
    static void harden() throws IOException {
        try (InputStream in =
                ConsentIT.class.getResourceAsStream("/io/olm4j/manifests/components/hardened/token-consent.yaml")) {
            policy = fixture.admin().load(in).items();
        }
        policy.forEach(item -> fixture.admin().resource(item).serverSideApply());
        awaitTokens(false);
    }

    @AfterAll
    static void soften() {
        policy.reversed().forEach(item -> fixture.admin().resource(item).delete());
        awaitTokens(true);
    }

    /** The API server applies a policy a moment after it was stored. */
    private static void awaitTokens(boolean given) {
        await().atMost(Duration.ofMinutes(2)).until(() -> {
            ServiceAccountRef account = fixture.installer();
            ClusterObjectSet probe = set(
                    "probe-" + account.namespace(),
                    1,
                    account,
                    phase("deploy", configMap(account.namespace(), "settings", "a")));
            fixture.admin().resource(probe).create();
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> fixture.condition(probe, ConditionTypes.PROGRESSING)
                            .filter(c ->
                                    List.of(Reasons.BLOCKED, Reasons.SUCCEEDED).contains(c.reason()))
                            .isPresent());
            boolean has = fixture.condition(probe, ConditionTypes.PROGRESSING)
                    .filter(c -> c.reason().equals(Reasons.SUCCEEDED))
                    .isPresent();
            fixture.admin().resource(probe).delete();
            return has == given;
        });
    }

    @Test
    void shouldSayHowANamespaceConsentsAndGoOnWhenItDoes() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("asks-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .startsWith("the controller may not act as service account \"" + account + "\": ")
                .contains(
                        "kubectl label namespace " + namespace + " olm.operatorframework.io/service-accounts=allowed");
        assertThat(fixture.configMap(namespace, "settings")).isNull();

        // When
        fixture.admin()
                .namespaces()
                .withName(namespace)
                .edit(there -> new NamespaceBuilder(there)
                        .editMetadata()
                        .addToLabels("olm.operatorframework.io/service-accounts", "allowed")
                        .endMetadata()
                        .build());

        // Then
        fixture.awaitRolledOut(set);
    }
}
