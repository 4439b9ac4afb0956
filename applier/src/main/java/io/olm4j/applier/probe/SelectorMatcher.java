package io.olm4j.applier.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.ObjectRef;
import java.util.List;
import java.util.Map;

/** Says whether a probe is about an object. */
final class SelectorMatcher {

    private SelectorMatcher() {}

    static boolean matches(ProbeSelector selector, JsonNode object) {
        if (selector.groupKind() != null) {
            ObjectRef ref = ObjectRef.of(object);
            return ref.group().equals(selector.groupKind().group())
                    && ref.kind().equals(selector.groupKind().kind());
        }
        return selector.label() != null
                && matches(selector.label(), object.path("metadata").path("labels"));
    }

    private static boolean matches(LabelSelector selector, JsonNode labels) {
        Map<String, String> equal = selector.getMatchLabels() == null ? Map.of() : selector.getMatchLabels();
        List<LabelSelectorRequirement> expressions =
                selector.getMatchExpressions() == null ? List.of() : selector.getMatchExpressions();
        return equal.entrySet().stream()
                        .allMatch(
                                e -> e.getValue().equals(labels.path(e.getKey()).asText(null)))
                && expressions.stream().allMatch(e -> matches(e, labels));
    }

    private static boolean matches(LabelSelectorRequirement expression, JsonNode labels) {
        JsonNode label = labels.path(expression.getKey());
        List<String> values = expression.getValues() == null ? List.of() : expression.getValues();
        return switch (expression.getOperator()) {
            case "In" -> label.isTextual() && values.contains(label.asText());
            case "NotIn" -> !label.isTextual() || !values.contains(label.asText());
            case "Exists" -> label.isTextual();
            case "DoesNotExist" -> !label.isTextual();
            default -> false;
        };
    }
}
