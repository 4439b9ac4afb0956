package io.olm4j.applier.probe;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.olm4j.api.ClusterObjectSetSpec.ConditionEqual;
import io.olm4j.api.ClusterObjectSetSpec.FieldValue;
import io.olm4j.api.ClusterObjectSetSpec.FieldsEqual;
import io.olm4j.api.ClusterObjectSetSpec.GroupKind;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeEvaluatorTest {

    private static final ProbeSelector DEPLOYMENTS =
            new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("apps", "Deployment"), null);
    private static final ProbeAssertion AVAILABLE =
            new ProbeAssertion(ProbeAssertion.CONDITION_EQUAL, new ConditionEqual("Available", "True"), null, null);
    private static final ProbeAssertion UPDATED = new ProbeAssertion(
            ProbeAssertion.FIELDS_EQUAL, null, new FieldsEqual("status.updatedReplicas", "status.replicas"), null);
    private static final ProbeAssertion BOUND =
            new ProbeAssertion(ProbeAssertion.FIELD_VALUE, null, null, new FieldValue("status.phase", "Bound"));

    private static List<String> failures(ProbeSelector selector, ProbeAssertion assertion, String status) {
        return new ProbeEvaluator(List.of(new ProgressionProbe(selector, List.of(assertion))))
                .failures(
                        yaml("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a, generation: 2, labels: {app:"
                                + " x}}, status: "
                                + status + "}"));
    }

    @Test
    void shouldNotShowTheValuesOfASecret() {
        var secret =
                yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {password: aHVzaA==, user: bWU=}}");
        var selector = new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("", "Secret"), null);
        var value = new ProbeAssertion(ProbeAssertion.FIELD_VALUE, null, null, new FieldValue("data.password", "x"));
        var equal = new ProbeAssertion(
                ProbeAssertion.FIELDS_EQUAL, null, new FieldsEqual("data.user", "data.password"), null);

        assertThat(new ProbeEvaluator(List.of(new ProgressionProbe(selector, List.of(value, equal)))).failures(secret))
                .hasSize(2)
                .noneMatch(failure -> failure.contains("aHVzaA==") || failure.contains("bWU="));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{conditions: [{type: Available, status: 'True'}]} |",
                "{} | missing .status.conditions",
                "{conditions: 3} | malformed .status.conditions",
                "{conditions: [42]} | malformed .status.conditions",
                "{conditions: []} | missing .status.condition[\"Available\"]",
                "{conditions: [{type: Available, status: 'False'}]} | .status.condition[\"Available\"] is False",
                "{conditions: [{type: Available, status: 'True', observedGeneration: 1}]} |"
                        + " .status.condition[\"Available\"] outdated",
                "{observedGeneration: 1, conditions: [{type: Available, status: 'True'}]} | .status outdated",
                "{observedGeneration: 2, conditions: [{type: Available, status: 'True'}]} |",
            })
    void shouldSayWhatIsWrongWithACondition(String status, String message) {
        assertThat(failures(DEPLOYMENTS, AVAILABLE, status)).isEqualTo(message == null ? List.of() : List.of(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{updatedReplicas: 2, replicas: 2} |",
                "{updatedReplicas: 1, replicas: 2} | \"status.updatedReplicas\" != \"status.replicas\" expected: 1"
                        + " got: 2",
                "{replicas: 2} | \"status.updatedReplicas\" missing",
                "{} | \"status.updatedReplicas\" missing",
                "{observedGeneration: 2, replicas: 2} | \"status.updatedReplicas\" != \"status.replicas\""
                        + " expected: 0 got: 2",
                "{observedGeneration: 2} |",
            })
    void shouldSayWhatIsWrongWithTwoFields(String status, String message) {
        assertThat(failures(DEPLOYMENTS, UPDATED, status)).isEqualTo(message == null ? List.of() : List.of(message));
    }

    @Test
    void shouldMissAFieldThatIsNoCountOfPods() {
        assertThat(failures(DEPLOYMENTS, equal("status.absent", "status.missing"), "{observedGeneration: 2}"))
                .containsExactly("\"status.absent\" missing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{phase: Bound} |",
                "{phase: Pending} | value at key \"status.phase\" != \"Bound\"; expected: \"Bound\" got: \"Pending\"",
                "{} | missing key: \"status.phase\"",
            })
    void shouldSayWhatIsWrongWithAValue(String status, String message) {
        assertThat(failures(DEPLOYMENTS, BOUND, status)).isEqualTo(message == null ? List.of() : List.of(message));
    }

    private static List<String> failuresOfLargeObject(int probes, ProbeAssertion... assertions) {
        var object = yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: x, b: y}}");
        object.withObject("/data").put("a", "x".repeat(1 << 20));
        var selector = new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("", "ConfigMap"), null);
        return new ProbeEvaluator(Collections.nCopies(probes, new ProgressionProbe(selector, List.of(assertions))))
                .failures(object);
    }

    private static ProbeAssertion equal(String fieldA, String fieldB) {
        return new ProbeAssertion(ProbeAssertion.FIELDS_EQUAL, null, new FieldsEqual(fieldA, fieldB), null);
    }

    private static ProbeAssertion value(String path, String value) {
        return new ProbeAssertion(ProbeAssertion.FIELD_VALUE, null, null, new FieldValue(path, value));
    }

    @Test
    void shouldShowTheBeginningOfALongValue() {
        assertThat(failuresOfLargeObject(1, equal("data", "metadata"), value("data", "y"), value("data.a", "y")))
                .containsExactly(
                        "\"data\" != \"metadata\" expected: {\"a\":\"" + "x".repeat(250) + "… got: {\"name\":\"a\"}",
                        "value at key \"data\" != \"y\"; expected: \"y\" got: \"{\"a\":\"" + "x".repeat(250) + "…\"",
                        "value at key \"data.a\" != \"y\"; expected: \"y\" got: \"" + "x".repeat(256) + "…\"");
        assertThat(failures(
                        DEPLOYMENTS,
                        AVAILABLE,
                        "{conditions: [{type: Available, status: '" + "x".repeat(1 << 20) + "'}]}"))
                .containsExactly(".status.condition[\"Available\"] is " + "x".repeat(256) + "…");
    }

    @Test
    void shouldCompareALongObjectWithTheWantedText() {
        String text = "{\"x\":\"" + "y".repeat(1000) + "\"}";

        assertThat(failures(DEPLOYMENTS, value("status", text), text)).isEmpty();
        assertThat(failures(DEPLOYMENTS, value("status", text.replace("\"}", "")), text))
                .hasSize(1);
    }

    @Test
    void shouldCountTheFailuresAfterTheFirstOnes() {
        assertThat(failuresOfLargeObject(20, value("data.b", "x"))).hasSize(11).endsWith("10 more");

        List<String> long20 = failuresOfLargeObject(
                20, Collections.nCopies(20, equal("data", "metadata")).toArray(ProbeAssertion[]::new));

        assertThat(String.join(" and ", long20)).hasSizeLessThan(6_000).endsWith("390 more");
    }

    @Test
    void shouldPassWhatNoProbeSelects() {
        var statefulSets = new ProbeSelector(ProbeSelector.GROUP_KIND, new GroupKind("apps", "StatefulSet"), null);
        var otherLabel = new ProbeSelector(
                ProbeSelector.LABEL,
                null,
                new LabelSelectorBuilder().addToMatchLabels("app", "y").build());
        var expression = new ProbeSelector(
                ProbeSelector.LABEL,
                null,
                new LabelSelectorBuilder()
                        .addNewMatchExpression()
                        .withKey("app")
                        .withOperator("In")
                        .withValues("x", "y")
                        .endMatchExpression()
                        .build());

        assertThat(failures(statefulSets, AVAILABLE, "{}")).isEmpty();
        assertThat(failures(otherLabel, AVAILABLE, "{}")).isEmpty();
        assertThat(failures(expression, AVAILABLE, "{}")).hasSize(1);
    }
}
