package io.olm4j.api;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Turns label selectors into predicates, as {@code metav1.LabelSelectorAsSelector} does. One difference: a null
 * selector selects everything.
 */
public final class LabelSelectors {

    private LabelSelectors() {}

    /**
     * The predicate on labels that a selector means; a null selector accepts all labels.
     *
     * @throws IllegalArgumentException if an operator is unknown, has values although it takes none, or has no values
     *     although it needs some
     */
    public static Predicate<Map<String, String>> predicate(@Nullable LabelSelector selector) {
        if (selector == null) {
            return labels -> true;
        }
        Predicate<Map<String, String>> all = labels -> true;
        Map<String, String> matchLabels = selector.getMatchLabels();
        if (matchLabels != null) {
            all = all.and(labels -> labels.entrySet().containsAll(matchLabels.entrySet()));
        }
        if (selector.getMatchExpressions() != null) {
            for (LabelSelectorRequirement requirement : selector.getMatchExpressions()) {
                all = all.and(predicate(requirement));
            }
        }
        return all;
    }

    private static Predicate<Map<String, String>> predicate(LabelSelectorRequirement requirement) {
        String key = requirement.getKey();
        String operator = requirement.getOperator() == null ? "" : requirement.getOperator();
        List<String> values = requirement.getValues() == null ? List.of() : List.copyOf(requirement.getValues());
        return switch (operator) {
            case "In" -> {
                requireValues(values, operator, key);
                yield labels -> labels.containsKey(key) && values.contains(labels.get(key));
            }
            case "NotIn" -> {
                requireValues(values, operator, key);
                yield labels -> !labels.containsKey(key) || !values.contains(labels.get(key));
            }
            case "Exists" -> {
                requireNoValues(values, operator, key);
                yield labels -> labels.containsKey(key);
            }
            case "DoesNotExist" -> {
                requireNoValues(values, operator, key);
                yield labels -> !labels.containsKey(key);
            }
            default ->
                throw new IllegalArgumentException("\"" + operator + "\" is not a valid label selector operator");
        };
    }

    private static void requireValues(List<String> values, String operator, String key) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException(
                    "key \"" + key + "\": for operator " + operator + ", values set can't be empty");
        }
    }

    private static void requireNoValues(List<String> values, String operator, String key) {
        if (!values.isEmpty()) {
            throw new IllegalArgumentException(
                    "key \"" + key + "\": values set must be empty for operator " + operator);
        }
    }
}
