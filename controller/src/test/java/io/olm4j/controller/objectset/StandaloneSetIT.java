package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.FieldValue;
import io.olm4j.api.ClusterObjectSetSpec.FieldsEqual;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Gzip;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of a ClusterObjectSet as an independent API: written by hand, without an extension. */
class StandaloneSetIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    /** The path of a kind that only a search for lost content lists. */
    private static final String LISTED_BY_A_SEARCH = "/api/v1/podtemplates";

    private static ClusterObjectSet withoutOwner(ServiceAccountRef account, Phase... phases) {
        ClusterObjectSet set = set("alone-" + account.namespace(), 1, account, phases);
        set.getMetadata().setLabels(Map.of());
        set.getMetadata().setOwnerReferences(List.of());
        return set;
    }

    @Test
    void shouldTakeObjectsInlineAndFromAnImmutableSecret() {
        // Given
        ServiceAccountRef account = fixture.installer();
        fixture.grant(account, SetControllerFixture.rule("", "secrets", "get"));
        String namespace = account.namespace();
        Secret secret = fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("objects")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withImmutable(true)
                        .addToData("plain", base64(bytes(configMap(namespace, "plain", "a"))))
                        .addToData("packed", base64(Gzip.of(bytes(configMap(namespace, "packed", "a")))))
                        .build())
                .create();
        ClusterObjectSet set = withoutOwner(
                account,
                new Phase(
                        "deploy",
                        List.of(
                                new PhaseObject(configMap(namespace, "inline", "a"), null, null),
                                new PhaseObject(null, new ObjectSourceRef("objects", namespace, "plain"), null),
                                new PhaseObject(null, new ObjectSourceRef("objects", namespace, "packed"), null)),
                        null));

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(List.of("inline", "plain", "packed"))
                .allSatisfy(
                        name -> assertThat(fixture.configMap(namespace, name)).isNotNull());
        assertThat(fixture.admin().resource(set).get().getStatus().observedPhases())
                .singleElement()
                .extracting(ObservedPhase::digest)
                .asString()
                .matches("sha256:[0-9a-f]{64}");

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "packed")).isNull();
        assertThat(fixture.admin().resource(secret).get())
                .as("it is the user's")
                .isNotNull();
    }

    @Test
    void shouldDeleteASetWhoseNameIsTooLongForALabel() {
        // Given
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = withoutOwner(account, phase("deploy", configMap(account.namespace(), "settings", "a")));
        set.getMetadata().setName("a".repeat(70) + "." + account.namespace());
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(account.namespace(), "settings")).isNull();
    }

    @Test
    void shouldNotTellWhatIsInASecretThatHoldsNoObject() {
        // Given
        ServiceAccountRef account = fixture.installer();
        fixture.grant(account, SetControllerFixture.rule("", "secrets", "get"));
        String namespace = account.namespace();
        fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("password")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withImmutable(true)
                        .addToStringData("password", "hunter2")
                        .build())
                .create();
        ClusterObjectSet set = withoutOwner(
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(null, new ObjectSourceRef("password", namespace, "password"), null)),
                        null));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .isEqualTo("resolving phase objects: key \"password\" of secret \"" + namespace
                        + "/password\" is not JSON");
    }

    @Test
    void shouldGoOnWhenTheProbesOfThePhasePass() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ObjectNode gate = configMap(namespace, "gate", "a");
        gate.withObject("/metadata/labels").put("gate", "yes");
        ClusterObjectSet set =
                withoutOwner(account, phase("first", gate), phase("second", configMap(namespace, "behind", "a")));
        set.setSpec(probed(
                set.getSpec(),
                new ProgressionProbe(
                        new ProbeSelector(
                                ProbeSelector.LABEL,
                                null,
                                new LabelSelectorBuilder()
                                        .addToMatchLabels("gate", "yes")
                                        .build()),
                        List.of(
                                new ProbeAssertion(
                                        ProbeAssertion.FIELD_VALUE, null, null, new FieldValue("data.open", "yes")),
                                new ProbeAssertion(
                                        ProbeAssertion.FIELDS_EQUAL,
                                        null,
                                        new FieldsEqual("data.open", "data.same"),
                                        null)))));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.AVAILABLE, Reasons.PROBE_FAILURE)
                        .message())
                .isEqualTo("Object ConfigMap.v1 " + namespace
                        + "/gate: missing key: \"data.open\" and \"data.open\" missing");
        assertThat(fixture.condition(set, ConditionTypes.PROGRESSING).map(Condition::message))
                .contains("Revision 1.0.1 is rolling out.");
        assertThat(fixture.configMap(namespace, "behind")).isNull();

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("gate").edit(map -> {
            map.getData().putAll(Map.of("open", "yes", "same", "yes"));
            return map;
        });

        // Then
        fixture.awaitRolledOut(set);
        assertThat(fixture.configMap(namespace, "behind")).isNotNull();
    }

    private static ClusterObjectSetSpec probed(ClusterObjectSetSpec spec, ProgressionProbe probe) {
        return new ClusterObjectSetSpec(
                spec.lifecycleState(),
                spec.revision(),
                spec.collisionProtection(),
                spec.phases(),
                spec.progressDeadlineMinutes(),
                List.of(probe));
    }

    @Test
    void shouldTakeEverythingDownWhenItIsArchivedAndStaySo() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = withoutOwner(account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.setLifecycle(set, LifecycleState.ARCHIVED);

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED))
                .satisfies(condition -> {
                    assertThat(condition.isTrue()).isFalse();
                    assertThat(condition.message()).isEqualTo("revision is archived");
                });
        assertThat(fixture.condition(set, ConditionTypes.AVAILABLE)).hasValueSatisfying(condition -> {
            assertThat(condition.status()).isEqualTo(Condition.Status.UNKNOWN);
            assertThat(condition.reason()).isEqualTo(Reasons.ARCHIVED);
        });
        assertThat(fixture.admin()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName("app")
                        .get())
                .isNull();
        assertThatThrownBy(() -> fixture.setLifecycle(set, LifecycleState.ACTIVE))
                .isInstanceOf(KubernetesClientException.class)
                .hasMessageContaining("cannot un-archive");
    }

    @Test
    void shouldNotTakeAnArchivedSetDownByOtherContentThanItRolledOut() {
        // Given
        ServiceAccountRef account = fixture.installer();
        fixture.grant(account, SetControllerFixture.rule("", "secrets", "get"));
        String namespace = account.namespace();
        fixture.admin().resource(secret(namespace, "installed")).create();
        fixture.admin()
                .resource(configMap(namespace, "another", "theirs").toString())
                .create();
        ClusterObjectSet set = withoutOwner(
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(null, new ObjectSourceRef("objects", namespace, "object"), null)),
                        null));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // When
        fixture.admin().resource(secret(namespace, "installed")).delete();
        fixture.admin().resource(secret(namespace, "another")).create();
        fixture.setLifecycle(set, LifecycleState.ARCHIVED);

        // Then
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(namespace, "installed")).isNull();
        assertThat(fixture.configMap(namespace, "another").getData()).containsEntry("key", "theirs");
        assertThat(fixture.requests().readsOf(LISTED_BY_A_SEARCH)).isPositive();
    }

    @Test
    void shouldNotSearchForObjectsOfASetThatCannotHaveAppliedAny() {
        // Given a set that names its objects as the sets of extensions do
        ServiceAccountRef account = fixture.clusterAdmin();
        ClusterObjectSet set = withoutOwner(
                account,
                new Phase(
                        "deploy",
                        List.of(new PhaseObject(
                                null, new ObjectSourceRef("none", SetControllerFixture.SYSTEM, "a".repeat(43)), null)),
                        null));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        fixture.requests().clear();

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.requests().readsOf(LISTED_BY_A_SEARCH)).isZero();
    }

    /** An immutable Secret with a ConfigMap. */
    private static Secret secret(String namespace, String configMap) {
        return new SecretBuilder()
                .withNewMetadata()
                .withName("objects")
                .withNamespace(namespace)
                .endMetadata()
                .withImmutable(true)
                .addToData("object", base64(bytes(configMap(namespace, configMap, "a"))))
                .build();
    }

    private static byte[] bytes(ObjectNode object) {
        return object.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String base64(byte[] data) {
        return Base64.getEncoder().encodeToString(data);
    }
}
