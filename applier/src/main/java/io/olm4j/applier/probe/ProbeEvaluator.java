package io.olm4j.applier.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.olm4j.api.ClusterObjectSetSpec.ConditionEqual;
import io.olm4j.api.ClusterObjectSetSpec.FieldValue;
import io.olm4j.api.ClusterObjectSetSpec.FieldsEqual;
import io.olm4j.api.ClusterObjectSetSpec.ProbeAssertion;
import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.LabelSelectors;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.versionranges.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Evaluates progression probes on a live object. The messages are those of operator-controller, but they do not show
 * the values of a Secret, and they have limits: a probe can name a field that contains the whole object.
 */
public final class ProbeEvaluator {

    private static final Pattern COUNT_OF_PODS =
            Pattern.compile("status\\.(\\w*[rR]eplicas|number[A-Z]\\w+|\\w+NumberScheduled)");

    /** The longest live value in a message, in characters. */
    private static final int MAX_VALUE = 256;

    private static final int MAX_MESSAGES = 10;

    /** The length of the messages on an object after which no other one is added, in characters. */
    private static final int MAX_LENGTH = 4 << 10;

    private final List<ProgressionProbe> probes;

    public ProbeEvaluator(List<ProgressionProbe> probes) {
        this.probes = List.copyOf(probes);
    }

    /**
     * The reason why probes cannot be evaluated; empty if they can. Label selectors can be invalid, because the CRD of
     * sets does not validate them.
     */
    public static Optional<String> problem(List<ProgressionProbe> probes) {
        for (int i = 0; i < probes.size(); i++) {
            LabelSelector labels = probes.get(i).selector().label();
            try {
                if (labels != null) {
                    var _ = LabelSelectors.predicate(labels);
                }
            } catch (IllegalArgumentException e) {
                return Optional.of(
                        "the label selector of progression probe " + i + " cannot be one: " + e.getMessage());
            }
        }
        return Optional.empty();
    }

    /**
     * The failed assertions on an object, in the order of the probes; empty if it passes or no probe selects it. After
     * the first ones, their number follows.
     */
    public List<String> failures(ObjectNode object) {
        var failures = new Failures();
        for (ProgressionProbe probe : probes) {
            if (SelectorMatcher.matches(probe.selector(), object)) {
                if (isOutdated(object, object.path("status"))) {
                    // The status describes an earlier generation, so it is not evaluated.
                    failures.add(".status outdated");
                } else {
                    probe.assertions().forEach(a -> failure(a, object).ifPresent(failures::add));
                }
            }
        }
        return failures.texts();
    }

    private static final class Failures {
        private final List<String> first = new ArrayList<>();
        private int length;
        private int more;

        void add(String failure) {
            if (first.size() < MAX_MESSAGES && length < MAX_LENGTH) {
                first.add(failure);
                length += failure.length();
            } else {
                more++;
            }
        }

        List<String> texts() {
            return more == 0
                    ? first
                    : Stream.concat(first.stream(), Stream.of(more + " more")).toList();
        }
    }

    private static Optional<String> failure(ProbeAssertion assertion, ObjectNode object) {
        if (assertion.conditionEqual() != null) {
            return condition(assertion.conditionEqual(), object);
        }
        if (assertion.fieldsEqual() != null) {
            return fieldsEqual(assertion.fieldsEqual(), object);
        }
        if (assertion.fieldValue() != null) {
            return fieldValue(assertion.fieldValue(), object);
        }
        return Optional.of("unknown assertion type \"" + assertion.type() + "\"");
    }

    private static Optional<String> condition(ConditionEqual wanted, ObjectNode object) {
        JsonNode conditions = object.path("status").path("conditions");
        if (conditions.isMissingNode() || conditions.isNull()) {
            return Optional.of("missing .status.conditions");
        }
        if (!conditions.isArray()) {
            return Optional.of("malformed .status.conditions");
        }
        for (JsonNode condition : conditions) {
            if (!condition.isObject()) {
                return Optional.of("malformed .status.conditions");
            }
            if (condition.path("type").asText("").equals(wanted.type())) {
                String named = ".status.condition[\"" + wanted.type() + "\"] ";
                if (isOutdated(object, condition)) {
                    return Optional.of(named + "outdated");
                }
                String status = condition.path("status").asText("");
                return status.equals(wanted.status())
                        ? Optional.empty()
                        : Optional.of(named + "is " + Shortened.of(MAX_VALUE, status));
            }
        }
        return Optional.of("missing .status.condition[\"" + wanted.type() + "\"]");
    }

    private static Optional<String> fieldsEqual(FieldsEqual wanted, ObjectNode object) {
        JsonNode a = countOrField(object, wanted.fieldA());
        JsonNode b = countOrField(object, wanted.fieldB());
        if (a.isMissingNode() || b.isMissingNode()) {
            return Optional.of("\"" + (a.isMissingNode() ? wanted.fieldA() : wanted.fieldB()) + "\" missing");
        }
        if (a.equals(b)) {
            return Optional.empty();
        }
        return Optional.of("\"%s\" != \"%s\" expected: %s got: %s"
                .formatted(wanted.fieldA(), wanted.fieldB(), shown(object, a), shown(object, b)));
    }

    private static Optional<String> fieldValue(FieldValue wanted, ObjectNode object) {
        JsonNode value = field(object, wanted.fieldPath());
        if (value.isMissingNode()) {
            return Optional.of("missing key: \"" + wanted.fieldPath() + "\"");
        }
        // A longer text is not the wanted one.
        int limit = Math.max(MAX_VALUE, wanted.value().length());
        String text = value.isValueNode() ? value.asText() : JsonExcerpt.of(limit, value);
        if (text.equals(wanted.value())) {
            return Optional.empty();
        }
        return Optional.of("value at key \"%s\" != \"%s\"; expected: \"%s\" got: %s"
                .formatted(
                        wanted.fieldPath(),
                        wanted.value(),
                        wanted.value(),
                        shown(object, '"' + Shortened.of(MAX_VALUE, text) + '"')));
    }

    private static String shown(ObjectNode object, JsonNode value) {
        return shown(object, Shortened.of(MAX_VALUE, JsonExcerpt.of(MAX_VALUE, value)));
    }

    /** A value as a condition shows it. Who may read the condition may not read the Secret. */
    private static String shown(ObjectNode object, String value) {
        ObjectRef ref = ObjectRef.of(object);
        return ref.group().isEmpty() && ref.kind().equals("Secret") ? "(a value of a Secret)" : value;
    }

    private static boolean isOutdated(ObjectNode object, JsonNode observer) {
        JsonNode observed = observer.path("observedGeneration");
        return observed.isIntegralNumber() && observed.asLong() != new LiveObject(object).generation();
    }

    /**
     * A field of an object. A workload omits a count of zero from a status that it has written, so a missing count of
     * Pods is zero.
     */
    private static JsonNode countOrField(ObjectNode object, String path) {
        JsonNode value = field(object, path);
        boolean isCount = COUNT_OF_PODS.matcher(path).matches()
                && ObjectRef.of(object).group().equals("apps")
                && object.path("status").has("observedGeneration");
        return value.isMissingNode() && isCount ? IntNode.valueOf(0) : value;
    }

    private static JsonNode field(ObjectNode object, String path) {
        JsonNode node = object;
        for (String step : path.split("\\.", -1)) {
            if (!step.isEmpty()) {
                node = node.path(step);
            }
        }
        return node.isNull() ? MissingNode.getInstance() : node;
    }
}
