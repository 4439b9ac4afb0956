package io.olm4j.bundle.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.InstallMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The rule for {@code watchNamespace}, which follows from the install modes of the bundle. */
record WatchNamespaceRule(Set<InstallMode> modes, String installNamespace) {
    private static final String FIELD = "field \"watchNamespace\"";
    private static final String SYNTAX = "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$";
    private static final Pattern PATTERN = Pattern.compile("[a-z0-9]++(-++[a-z0-9]++)*+");
    private static final int MAX_LENGTH = 63;
    /** The names of the two rules that need the install namespace, as in the schema of operator-controller. */
    private static final String OWN = "ownNamespaceInstallMode";

    private static final String SINGLE = "singleNamespaceInstallMode";

    static boolean isOffered(Set<InstallMode> modes) {
        return modes.contains(InstallMode.OWN_NAMESPACE) || modes.contains(InstallMode.SINGLE_NAMESPACE);
    }

    static boolean isRequired(Set<InstallMode> modes) {
        return isOffered(modes) && !modes.contains(InstallMode.ALL_NAMESPACES);
    }

    /** The allowed namespaces, in words. */
    static String describe(Set<InstallMode> modes) {
        String which = format(modes)
                .map(format -> format.equals(OWN)
                        ? "the namespace to watch, which must be the install namespace"
                        : "the namespace to watch, which must not be the install namespace")
                .orElse("the namespace to watch");
        return isRequired(modes) ? which : which + "; all namespaces if left out or null";
    }

    static ObjectNode schema(Set<InstallMode> modes) {
        ObjectNode text = JsonNodeFactory.instance
                .objectNode()
                .put("type", "string")
                .put("minLength", 1)
                .put("maxLength", MAX_LENGTH)
                .put("pattern", SYNTAX);
        format(modes).ifPresent(format -> text.put("format", format));
        if (isRequired(modes)) {
            return text.put("description", describe(modes));
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("description", describe(modes));
        ArrayNode either = schema.putArray("anyOf");
        either.addObject().put("type", "null");
        either.add(text);
        return schema;
    }

    /** The format of the namespace if the bundle supports only one of the two modes. */
    private static Optional<String> format(Set<InstallMode> modes) {
        boolean own = modes.contains(InstallMode.OWN_NAMESPACE);
        boolean single = modes.contains(InstallMode.SINGLE_NAMESPACE);
        return own == single ? Optional.empty() : Optional.of(own ? OWN : SINGLE);
    }

    List<String> problems(JsonNode value) {
        if (isRequired(modes)) {
            return problemsOfText(value);
        }
        if (value.isNull()) {
            return List.of();
        }
        List<String> problems = problemsOfText(value);
        if (problems.isEmpty()) {
            return problems;
        }
        // Neither alternative fits: report the problems of both, as operator-controller does.
        List<String> all = new ArrayList<>();
        all.add("invalid value for " + FIELD);
        all.add("invalid type for " + FIELD + ": got " + JsonTypes.of(value) + ", want null");
        all.addAll(problems);
        return all;
    }

    private List<String> problemsOfText(JsonNode value) {
        List<String> problems = new ArrayList<>();
        if (!new FieldCheck(problems).isA("string", value.isTextual(), value, Configuration.WATCH_NAMESPACE)) {
            return problems;
        }
        String namespace = value.textValue();
        Optional<String> misplaced = misplaced(namespace);
        if (misplaced.isPresent()) {
            return List.of(misplaced.get());
        }
        int length = namespace.codePointCount(0, namespace.length());
        if (length < 1) {
            problems.add(FIELD + " must have minimum length of 1 (len=0)");
        }
        if (length > MAX_LENGTH) {
            problems.add(FIELD + " must have maximum length of " + MAX_LENGTH + " (len=" + length + ")");
        }
        if (!PATTERN.matcher(namespace).matches()) {
            problems.add(FIELD + " must match pattern \"" + SYNTAX + "\"");
        }
        return problems;
    }

    private Optional<String> misplaced(String namespace) {
        Optional<String> format = format(modes);
        boolean same = namespace.equals(installNamespace);
        if (installNamespace.isEmpty() || format.isEmpty()) {
            return Optional.empty();
        }
        if (format.get().equals(OWN) && !same) {
            return Optional.of(invalidFormat(namespace, OWN) + ": must be \"" + installNamespace
                    + "\" (the namespace where the operator is installed) because this operator only supports"
                    + " OwnNamespace install mode");
        }
        if (format.get().equals(SINGLE) && same) {
            return Optional.of(invalidFormat(namespace, SINGLE) + ": must be different from \""
                    + installNamespace + "\" (the install namespace) because this operator uses SingleNamespace"
                    + " install mode to watch a different namespace");
        }
        return Optional.empty();
    }

    private static String invalidFormat(String namespace, String format) {
        return "invalid format for " + FIELD + ": '" + namespace + "' is not valid " + format + ": invalid value \""
                + namespace + "\"";
    }
}
