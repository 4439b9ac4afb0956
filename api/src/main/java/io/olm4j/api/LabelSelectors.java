package io.olm4j.api;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.client.utils.KubernetesResourceUtil;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Turns label selectors into predicates, as {@code metav1.LabelSelectorAsSelector} does. One difference: a null
 * selector selects everything.
 */
public final class LabelSelectors {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final int MAX_SHOWN = 100;

    private LabelSelectors() {}

    /**
     * The predicate on labels that a selector means; a null selector accepts all labels.
     *
     * @throws IllegalArgumentException if the selector is invalid: no label can have the key or the value, the operator
     *     is unknown, or it has no values and needs some, or has some and takes none
     */
    public static Predicate<Map<String, String>> predicate(@Nullable LabelSelector selector) {
        if (selector == null) {
            return labels -> true;
        }
        Predicate<Map<String, String>> all = labels -> true;
        Map<String, String> matchLabels = selector.getMatchLabels();
        if (matchLabels != null) {
            new TreeMap<>(matchLabels).forEach((key, value) -> {
                requireKey(key);
                requireValue(key, 0, value == null ? "" : value);
            });
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
        String key = requirement.getKey() == null ? "" : requirement.getKey();
        String operator = requirement.getOperator() == null ? "" : requirement.getOperator();
        List<String> values = Stream.ofNullable(requirement.getValues())
                .flatMap(List::stream)
                .map(value -> value == null ? "" : value)
                .toList();
        requireKey(key);
        for (int i = 0; i < values.size(); i++) {
            requireValue(key, i, values.get(i));
        }
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

    private static void requireKey(String key) {
        int slash = key.indexOf('/');
        boolean hasName = NAME.matcher(key.substring(slash + 1)).matches();
        if (!hasName || (slash >= 0 && !KubernetesResourceUtil.isValidSubdomainName(key.substring(0, slash)))) {
            throw invalid(
                    "key",
                    quoted(key),
                    "the name of a label has 1 to 63 letters, digits, \"-\", \"_\" and \".\", begins and ends with"
                            + " a letter or a digit, and may have a DNS name and \"/\" before it, such as"
                            + " example.com/name");
        }
    }

    private static void requireValue(String key, int index, String value) {
        if (!value.isEmpty() && !NAME.matcher(value).matches()) {
            throw invalid(
                    "values[" + index + "][" + shortened(key) + "]",
                    quoted(value),
                    "the value of a label has at most 63 letters, digits, \"-\", \"_\" and \".\", and begins and"
                            + " ends with a letter or a digit");
        }
    }

    /** The form of Kubernetes: path of the field, value, reason. */
    private static IllegalArgumentException invalid(String field, String value, String reason) {
        return new IllegalArgumentException(field + ": Invalid value: " + value + ": " + reason);
    }

    private static String quoted(String text) {
        return '"' + shortened(text) + '"';
    }

    private static String shortened(String text) {
        // The API server would return half of a surrogate pair as another character.
        return text.codePointCount(0, text.length()) <= MAX_SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_SHOWN)) + "…";
    }

    private static void requireValues(List<String> values, String operator, String key) {
        if (values.isEmpty()) {
            throw invalid(
                    "values", "[]", "for operator " + operator + ", values set can't be empty; key " + quoted(key));
        }
    }

    private static void requireNoValues(List<String> values, String operator, String key) {
        if (!values.isEmpty()) {
            throw invalid(
                    "values",
                    "[" + quoted(values.getFirst()) + (values.size() > 1 ? ", …" : "") + "]",
                    "values set must be empty for operator " + operator + "; key " + quoted(key));
        }
    }
}
