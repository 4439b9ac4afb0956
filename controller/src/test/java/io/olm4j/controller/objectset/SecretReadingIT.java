package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.content.PackedSecrets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that a set reads only Secrets that its account may read, and reveals nothing about others. */
class SecretReadingIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static ClusterObjectSet referring(String owner, ServiceAccountRef account, String namespace, String name) {
        ClusterObjectSet set = set(
                owner,
                1,
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(null, new ObjectSourceRef(name, namespace, "object"), null)),
                        null));
        set.getMetadata().setOwnerReferences(List.of());
        return set;
    }

    private static void secret(String namespace, String name, boolean immutable, Map<String, String> data) {
        fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(namespace)
                        .endMetadata()
                        .withImmutable(immutable)
                        .withStringData(data)
                        .build())
                .create();
    }

    @Test
    void shouldSayTheSameOfASecretThatTheAccountMayNotReadWhetherItExistsOrNot() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String others = fixture.namespace();
        secret(
                others,
                "immutable",
                true,
                Map.of("object", configMap(namespace, "a", "a").toString()));
        secret(others, "mutable", false, Map.of("object", "x"));
        secret(others, "otherkey", true, Map.of("key", "x"));

        // Then
        for (String name : List.of("immutable", "mutable", "otherkey", "missing")) {
            ClusterObjectSet set = referring("reads-" + name + "-" + namespace, account, others, name);
            fixture.admin().resource(set).create();
            assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                            .message())
                    .isEqualTo("service account \"" + account
                            + "\" may not read the Secrets that the set refers to: grant it \"get\" on secrets for "
                            + others + "/" + name);
            assertThat(fixture.admin().resource(set).get().getStatus().observedPhases())
                    .as("no digest of what it may not read")
                    .isEmpty();
        }
        assertThat(fixture.configMap(namespace, "a")).isNull();
    }

    @Test
    void shouldNotShowAValueThatTheApiServerQuotes() {
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String configMap =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"namespace\":\"%s\""
                        .formatted(namespace);
        Map.of(
                        "type", configMap + "},\"data\":{\"pin\":{\"a\":\"hunter9\"}}}",
                        "name", configMap + ",\"labels\":{\"a\":\"hunter9 \"}}}")
                .forEach((name, object) -> {
                    // Given
                    secret(namespace, name, true, Map.of("object", object));
                    ClusterObjectSet set = referring("quoted-" + name + "-" + namespace, account, namespace, name);

                    // When
                    fixture.admin().resource(set).create();

                    // Then
                    await().atMost(Duration.ofMinutes(2))
                            .until(() -> fixture.condition(set, ConditionTypes.PROGRESSING)
                                    .filter(progressing -> progressing.message().contains("ConfigMap"))
                                    .isPresent());
                    assertThat(fixture.admin()
                                    .resource(set)
                                    .get()
                                    .statusOrEmpty()
                                    .conditions()
                                    .toString())
                            .doesNotContain("hunter9");
                });
    }

    @Test
    void shouldReadNothingBeforeTheAccountIsKnown() {
        // Given
        String namespace = fixture.namespace();
        secret(
                namespace,
                "objects",
                true,
                Map.of("object", configMap(namespace, "a", "a").toString()));
        ClusterObjectSet set =
                referring("unknown-" + namespace, new ServiceAccountRef(namespace, "missing"), namespace, "objects");

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED)
                        .message())
                .contains("service account \"missing\" not found");
        assertThat(fixture.admin().resource(set).get().getStatus().observedPhases())
                .isEmpty();
        assertThat(fixture.requests().all()).noneMatch(request -> request.endsWith(namespace + "/secrets/objects"));
    }

    @Test
    void shouldGoOnWhenTheAccountMayReadTheSecret() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        secret(
                namespace,
                "objects",
                true,
                Map.of("object", configMap(namespace, "a", "a").toString()));
        ClusterObjectSet set = referring("granted-" + namespace, account, namespace, "objects");
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        // When
        fixture.grant(account, rule("", "secrets", "get"));

        // Then
        fixture.awaitRolledOut(set);
        assertThat(fixture.configMap(namespace, "a")).isNotNull();
    }

    @Test
    void shouldReadASecretOfAnotherNamespaceThatLooksAsIfTheControllerHadMadeIt() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        fixture.grant(account, rule("", "secrets", "get"));
        String owner = "similar-" + namespace;
        ClusterObjectSet set = set(
                owner,
                1,
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(null, new ObjectSourceRef("objects", namespace, "object"), null)),
                        null));
        fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("objects")
                        .withNamespace(namespace)
                        .addToLabels(Labels.OWNER_NAME, owner)
                        .addToLabels(Labels.REVISION_NAME, set.getMetadata().getName())
                        .endMetadata()
                        .withType(PackedSecrets.TYPE)
                        .withImmutable(true)
                        .addToStringData(
                                "object", configMap(namespace, "a", "a").toString())
                        .build())
                .create();

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitRolledOut(set);
        assertThat(fixture.admin()
                        .secrets()
                        .inNamespace(namespace)
                        .withName("objects")
                        .get()
                        .getMetadata()
                        .getAnnotations())
                .isNullOrEmpty();
    }

    @Test
    void shouldNotUseWhatWasReadAsAnotherAccount() {
        // Given a set that waits in its first phase, and has read its Secret
        ServiceAccountRef reader = fixture.installer();
        String namespace = reader.namespace();
        fixture.grant(reader, rule("", "secrets", "get"));
        var map = configMap(namespace, "a", "a");
        secret(namespace, "objects", true, Map.of("object", map.toString()));
        ClusterObjectSet set = referring("changed-" + namespace, reader, namespace, "objects");
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        ServiceAccountRef other = fixture.account(fixture.namespace());
        fixture.admin()
                .resource(set)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/service-account-namespace\":\""
                                + other.namespace() + "\"}}}");

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.condition(set, ConditionTypes.PROGRESSING)
                                .orElseThrow()
                                .message())
                        .contains("service account \"" + other + "\" may not read the Secrets"));
    }
}
