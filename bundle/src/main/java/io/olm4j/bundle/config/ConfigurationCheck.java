package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.typed.Field;
import io.olm4j.bundle.typed.TypeTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Checks a configuration against the fields that a bundle with certain install modes allows. */
public final class ConfigurationCheck {
    /** The fields that {@code deploymentConfig} may have, by name. */
    static final SortedMap<String, Field> DEPLOYMENT_FIELDS = deploymentFields();

    private final Set<InstallMode> modes;
    private final String installNamespace;
    private final List<String> problems = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();

    private ConfigurationCheck(Set<InstallMode> modes, String installNamespace) {
        this.modes = modes;
        this.installNamespace = installNamespace;
    }

    /**
     * The problems of a configuration, in one text. It begins with the words of operator-controller; if a field is
     * unknown, a sentence with the allowed fields follows.
     *
     * @param config the configuration; an empty object if the user gives none
     * @param modes the install modes that the bundle supports
     * @param installNamespace the namespace in which the operator runs; if empty, no namespace is compared with it
     * @return empty if there is no problem
     */
    public static Optional<String> problem(JsonNode config, Set<InstallMode> modes, String installNamespace) {
        ConfigurationCheck check = new ConfigurationCheck(modes, installNamespace);
        check.checkAll(config);
        return switch (check.problems.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(check.problems.getFirst() + check.hints(". "));
            default ->
                Optional.of("multiple errors found:\n  - " + String.join("\n  - ", check.problems) + check.hints("\n"));
        };
    }

    private String hints(String separator) {
        return hints.isEmpty() ? "" : separator + String.join(" ", hints);
    }

    private void checkAll(JsonNode config) {
        if (!config.isObject()) {
            problems.add("invalid type: got " + JsonTypes.of(config) + ", want object");
            return;
        }
        if (WatchNamespaceRule.isRequired(modes) && !config.has(Configuration.WATCH_NAMESPACE)) {
            problems.add("required field \"" + Configuration.WATCH_NAMESPACE + "\" is missing");
        }
        Optional<String> unknown = Optional.empty();
        for (Map.Entry<String, JsonNode> entry : config.properties()) {
            if (entry.getKey().equals(Configuration.WATCH_NAMESPACE) && WatchNamespaceRule.isOffered(modes)) {
                problems.addAll(new WatchNamespaceRule(modes, installNamespace).problems(entry.getValue()));
            } else if (entry.getKey().equals(Configuration.DEPLOYMENT_CONFIG)) {
                checkDeploymentConfig(entry.getValue());
            } else if (entry.getKey().equals(Configuration.USER_FACING_ROLES)) {
                new FieldCheck(problems).isA("boolean", entry.getValue().isBoolean(), entry.getValue(), entry.getKey());
            } else {
                unknown = unknown.or(() -> Optional.of(entry.getKey()));
            }
        }
        unknown.ifPresent(field -> addUnknown(field, "Allowed fields: " + String.join(", ", allowed()) + "."));
    }

    private SortedSet<String> allowed() {
        SortedSet<String> fields =
                new TreeSet<>(Set.of(Configuration.DEPLOYMENT_CONFIG, Configuration.USER_FACING_ROLES));
        if (WatchNamespaceRule.isOffered(modes)) {
            fields.add(Configuration.WATCH_NAMESPACE);
        }
        return fields;
    }

    private void checkDeploymentConfig(JsonNode config) {
        FieldCheck fields = new FieldCheck(problems);
        if (!fields.isA("object", config.isObject(), config, Configuration.DEPLOYMENT_CONFIG)) {
            return;
        }
        Optional<String> unknown = Optional.empty();
        for (Map.Entry<String, JsonNode> entry : config.properties()) {
            Field field = DEPLOYMENT_FIELDS.get(entry.getKey());
            if (field == null) {
                unknown = unknown.or(() -> Optional.of(entry.getKey()));
            } else {
                fields.check(entry.getValue(), field.type(), Configuration.DEPLOYMENT_CONFIG + "." + field.name());
            }
        }
        unknown.ifPresent(field -> addUnknown(
                field,
                "Allowed fields of " + Configuration.DEPLOYMENT_CONFIG + ": "
                        + String.join(", ", DEPLOYMENT_FIELDS.keySet()) + "."));
    }

    private static SortedMap<String, Field> deploymentFields() {
        SortedMap<String, Field> fields = new TreeMap<>();
        TypeTable.kubernetes().fields("SubscriptionConfig").forEach(field -> fields.put(field.name(), field));
        // The field selector never had an effect, so it is not offered.
        fields.remove("selector");
        return Collections.unmodifiableSortedMap(fields);
    }

    private void addUnknown(String field, String hint) {
        problems.add("unknown field \"" + field + "\"");
        hints.add(hint);
    }
}
