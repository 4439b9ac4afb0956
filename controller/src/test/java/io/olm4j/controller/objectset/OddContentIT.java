package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.ConditionEqual;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Gzip;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that malicious content ends in a condition, causes no requests to the API server, and can be deleted. */
class OddContentIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private ServiceAccountRef account = new ServiceAccountRef("none", "none");
    private String namespace = "";

    @BeforeEach
    void newAccount() {
        account = fixture.installer();
        fixture.grant(account, SetControllerFixture.rule("", "secrets", "get"));
        namespace = account.namespace();
    }

    private ClusterObjectSet odd(Phase... phases) {
        return set("odd-" + namespace, 1, account, phases);
    }

    /** A set whose objects are the values of a Secret. */
    private ClusterObjectSet packed(Map<String, byte[]> objects) {
        Map<String, String> data = new TreeMap<>();
        objects.forEach((key, value) -> data.put(key, Base64.getEncoder().encodeToString(value)));
        fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("packed")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withImmutable(true)
                        .withData(data)
                        .build())
                .create();
        return odd(new Phase(
                "deploy",
                data.keySet().stream()
                        .map(key -> new PhaseObject(null, new ObjectSourceRef("packed", namespace, key), null))
                        .toList(),
                null));
    }

    private void assertInvalid(ClusterObjectSet set, String message) {
        assertRefused(set, Reasons.BLOCKED, message);
    }

    private void assertRefused(ClusterObjectSet set, String reason, String message) {
        fixture.admin().resource(set).create();
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, reason)
                        .message())
                .isEqualTo(message);
        fixture.admin().resource(set).delete();
        fixture.awaitGone(set);
    }

    @ParameterizedTest
    @CsvSource({
        "a b/v1, Gadget, x, 'has an apiVersion that cannot be one: \"a b/v1\"'",
        "a%zz/v1, Gadget, x, 'has an apiVersion that cannot be one: \"a%zz/v1\"'",
        "a/../../api/v1/namespaces, Gadget, x, 'has an apiVersion that cannot be one: \"a/../../api/v1/namespaces\"'",
        "v1, Config Map, x, 'has a kind that cannot be one: \"Config Map\"'",
        "v1, ConfigMap, .., 'has a metadata.name that cannot be one: \"..\"'",
        "v1, ConfigMap, a/b, 'has a metadata.name that cannot be one: \"a/b\"'",
        "v1, ConfigMap, '', 'lacks apiVersion, kind or metadata.name'",
    })
    void shouldRefuseAnIdentityThatNoObjectHas(String apiVersion, String kind, String name, String problem) {
        ObjectNode object =
                configMap(namespace, name, "a").put("apiVersion", apiVersion).put("kind", kind);

        assertInvalid(
                packed(Map.of("object", object.toString().getBytes(StandardCharsets.UTF_8))),
                "phase 0 validation error: object 0 " + problem);
    }

    @Test
    void shouldRefuseANamespaceThatLeadsElsewhere() {
        ObjectNode object = configMap("../../kube-system", "settings", "a");

        assertInvalid(
                packed(Map.of("object", object.toString().getBytes(StandardCharsets.UTF_8))),
                "phase 0 validation error: object 0 has a metadata.namespace that cannot be one:"
                        + " \"../../kube-system\"");
    }

    @Test
    void shouldNameTheKeyWhenItsGzipIsCutOff() {
        assertRefused(
                packed(Map.of("object", new byte[] {0x1f, (byte) 0x8b})),
                Reasons.RETRYING,
                "resolving phase objects: key \"object\" of secret \"" + namespace + "/packed\" is not whole gzip");
    }

    @Test
    void shouldRefuseMoreThanFitsTheHeap() {
        ObjectNode large = configMap(namespace, "large", "");
        large.withObject("/data").put("key", "a".repeat(9 << 20));
        byte[] nine = Gzip.of(large.toString());

        assertRefused(
                packed(Map.of("a", nine, "b", nine, "c", nine, "d", nine)),
                Reasons.RETRYING,
                "resolving phase objects: the objects of the set are larger than 33554432 bytes when unpacked");
    }

    @Test
    void shouldRefuseMoreValuesThanFitTheHeap() {
        ObjectNode many = configMap(namespace, "many", "");
        ArrayNode values = many.putArray("x");
        for (int i = 0; i < 300_000; i++) {
            values.addObject();
        }
        byte[] half = Gzip.of(many.toString());

        assertRefused(
                packed(Map.of("a", half, "b", half)),
                Reasons.RETRYING,
                "resolving phase objects: the objects of the set have more than 500000 lists, objects and values");
    }

    @Test
    void shouldRefuseAProbeWithASelectorThatIsNone() {
        ClusterObjectSet set = odd(phase("deploy", configMap(namespace, "settings", "a")));
        ClusterObjectSetSpec spec = set.getSpec();
        set.setSpec(new ClusterObjectSetSpec(
                spec.lifecycleState(),
                spec.revision(),
                spec.collisionProtection(),
                spec.phases(),
                null,
                List.of(new ProgressionProbe(
                        new ProbeSelector(
                                ProbeSelector.LABEL,
                                null,
                                new LabelSelectorBuilder()
                                        .addToMatchExpressions(
                                                new LabelSelectorRequirement("app", "Like", List.of("a")))
                                        .build()),
                        List.of(new ProbeAssertion(
                                ProbeAssertion.CONDITION_EQUAL,
                                new ConditionEqual("Available", "True"),
                                null,
                                null))))));

        assertInvalid(
                set,
                "revision validation error: the label selector of progression probe 0 cannot be one: "
                        + "\"Like\" is not a valid label selector operator");
        assertThat(fixture.configMap(namespace, "settings")).isNull();
    }
}
