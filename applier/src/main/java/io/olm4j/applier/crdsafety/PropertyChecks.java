package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.versionranges.Quoted;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * All checks of a schema against its successor, with the settings of operator-controller: descriptions may change,
 * values may be added to an enum, and a change that no check handles is a finding.
 */
final class PropertyChecks {

    /** Sorted by name, which is the order of the findings. */
    private static final List<PropertyCheck> CHECKS = Stream.of(
                    new PropertyCheck(Keyword.DEFAULT, PropertyChecks::defaultValue),
                    new PropertyCheck(Keyword.ENUM, PropertyChecks::enumValues),
                    Bounds.maximum(Keyword.MAXIMUM),
                    Bounds.maximum(Keyword.MAX_ITEMS),
                    Bounds.maximum(Keyword.MAX_LENGTH),
                    Bounds.maximum(Keyword.MAX_PROPERTIES),
                    Bounds.minimum(Keyword.MINIMUM),
                    Bounds.minimum(Keyword.MIN_ITEMS),
                    Bounds.minimum(Keyword.MIN_LENGTH),
                    Bounds.minimum(Keyword.MIN_PROPERTIES),
                    new PropertyCheck(Keyword.NULLABLE, PropertyChecks::nullable),
                    new PropertyCheck(Keyword.ONE_OF, OneOf::judge),
                    new PropertyCheck(Keyword.PATTERN, PropertyChecks::pattern),
                    new PropertyCheck(Keyword.REQUIRED, PropertyChecks::required),
                    new PropertyCheck(Keyword.TYPE, PropertyChecks::type))
            .sorted(Comparator.comparing(PropertyCheck::name))
            .toList();

    /**
     * The keywords that a check handles, descriptions, and child schemas, which are compared with their own successors.
     */
    private static final Set<Keyword> HANDLED = handled();

    private PropertyChecks() {}

    private static Set<Keyword> handled() {
        EnumSet<Keyword> handled = EnumSet.of(Keyword.DESCRIPTION, Keyword.PROPERTIES, Keyword.ITEMS);
        CHECKS.forEach(check -> handled.add(check.keyword()));
        return handled;
    }

    /** Receives the findings of the checks. */
    @FunctionalInterface
    interface Sink {

        /**
         * Receives a finding.
         *
         * @param changes the changes that no check handles and that the message sums up; else empty
         */
        void accept(String check, String message, List<Change> changes);
    }

    /** Compares two schemas in normal form, without the schemas of their properties and items. */
    static void judge(ObjectNode old, ObjectNode latest, Limits limits, Sink found) {
        for (PropertyCheck check : CHECKS) {
            check.judgement().judge(old, latest).ifPresent(message -> found.accept(check.name(), message, List.of()));
        }
        List<Change> changes = SchemaDiff.of(old, latest, HANDLED, limits);
        if (!changes.isEmpty()) {
            found.accept("unhandled", Change.summary(changes), changes);
        }
    }

    private static Optional<String> defaultValue(ObjectNode old, ObjectNode latest) {
        JsonNode before = value(old, Keyword.DEFAULT);
        JsonNode after = value(latest, Keyword.DEFAULT);
        if (before.equals(after)) {
            return Optional.empty();
        }
        if (before.isMissingNode()) {
            return Optional.of("default added when there was none previously : " + Quoted.of(after.asText()));
        }
        String was = Quoted.of(before.asText());
        return Optional.of(
                after.isMissingNode()
                        ? "default value removed : " + was
                        : "default value changed : " + was + " -> " + Quoted.of(after.asText()));
    }

    private static Optional<String> enumValues(ObjectNode old, ObjectNode latest) {
        Set<String> before = texts(old, Keyword.ENUM);
        Set<String> after = texts(latest, Keyword.ENUM);
        if (before.isEmpty()) {
            return after.isEmpty()
                    ? Optional.empty()
                    : Optional.of("enum constraint added when there was none previously : " + list(after));
        }
        before.removeAll(after);
        return before.isEmpty() ? Optional.empty() : Optional.of("allowed enum values removed : " + list(before));
    }

    private static Optional<String> nullable(ObjectNode old, ObjectNode latest) {
        boolean before = value(old, Keyword.NULLABLE).asBoolean();
        boolean after = value(latest, Keyword.NULLABLE).asBoolean();
        return before == after
                ? Optional.empty()
                : Optional.of("nullable " + (after ? "added" : "removed") + " : " + before + " -> " + after);
    }

    private static Optional<String> pattern(ObjectNode old, ObjectNode latest) {
        String before = value(old, Keyword.PATTERN).asText();
        String after = value(latest, Keyword.PATTERN).asText();
        String change = before.isEmpty() ? "added" : after.isEmpty() ? "removed" : "changed";
        return changed("pattern " + change, before, after);
    }

    private static Optional<String> type(ObjectNode old, ObjectNode latest) {
        return changed(
                "type changed",
                value(old, Keyword.TYPE).asText(),
                value(latest, Keyword.TYPE).asText());
    }

    private static Optional<String> changed(String what, String before, String after) {
        return before.equals(after)
                ? Optional.empty()
                : Optional.of(what + " : " + Quoted.of(before) + " -> " + Quoted.of(after));
    }

    private static Optional<String> required(ObjectNode old, ObjectNode latest) {
        Set<String> added = texts(latest, Keyword.REQUIRED);
        added.removeAll(texts(old, Keyword.REQUIRED));
        return added.isEmpty() ? Optional.empty() : Optional.of("new required fields: " + list(added));
    }

    private static JsonNode value(ObjectNode schema, Keyword keyword) {
        return schema.path(keyword.jsonName());
    }

    private static Set<String> texts(ObjectNode schema, Keyword keyword) {
        Set<String> texts = new TreeSet<>();
        value(schema, keyword).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    /** A list as Go's {@code %v} prints it. */
    static String list(Set<String> texts) {
        return "[" + String.join(" ", texts) + "]";
    }
}
