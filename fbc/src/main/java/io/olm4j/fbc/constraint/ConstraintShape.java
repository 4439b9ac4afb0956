package io.olm4j.fbc.constraint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.Location;
import io.olm4j.versionranges.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields of an {@code olm.constraint}, decoded strictly. Names match in any case, but unknown names are an error,
 * also inside a kind that does not count because of another.
 */
record ConstraintShape(
        String path,
        String failureMessage,
        Optional<Fields> gvk,
        Optional<Fields> packageFields,
        Optional<List<ConstraintShape>> all,
        Optional<List<ConstraintShape>> any,
        Optional<List<ConstraintShape>> not,
        Optional<Fields> cel) {
    private static final int MAX_DEPTH = 50;
    private static final Location NOWHERE = new Location("olm.constraint", 1);

    /** @throws ConstraintSyntaxException or TextSyntaxException if the value has another shape */
    static ConstraintShape of(JsonNode value) {
        return of(value, "", 1);
    }

    private static ConstraintShape of(JsonNode value, String path, int depth) {
        if (depth > MAX_DEPTH) {
            throw new ConstraintSyntaxException("constraints are nested more than " + MAX_DEPTH + " deep");
        }
        Fields fields = strict(value, path, "failureMessage", "cel", "package", "gvk", "all", "any", "not");
        return new ConstraintShape(
                path,
                fields.text("failureMessage"),
                leaf(fields, "gvk", "group", "version", "kind"),
                leaf(fields, "package", "packageName", "versionRange"),
                compound(fields, "all", depth),
                compound(fields, "any", depth),
                compound(fields, "not", depth),
                leaf(fields, "cel", "rule"));
    }

    private static Optional<Fields> leaf(Fields owner, String name, String... texts) {
        Optional<Fields> leaf = owner.value(name).map(value -> strict(value, owner.pathOf(name), texts));
        leaf.ifPresent(fields -> List.of(texts).forEach(fields::text));
        return leaf;
    }

    private static Optional<List<ConstraintShape>> compound(Fields owner, String name, int depth) {
        return owner.value(name).map(value -> children(strict(value, owner.pathOf(name), "constraints"), depth));
    }

    private static List<ConstraintShape> children(Fields compound, int depth) {
        Optional<JsonNode> list = compound.value("constraints");
        if (list.isEmpty()) {
            return List.of();
        }
        if (!list.get().isArray()) {
            throw new ConstraintSyntaxException("parse olm.constraint: " + compound.pathOf("constraints")
                    + " must be a list, not " + JsonKinds.describe(list.get()));
        }
        List<ConstraintShape> children = new ArrayList<>();
        for (JsonNode child : list.get()) {
            children.add(of(child, compound.pathOf("constraints") + "[" + children.size() + "]", depth + 1));
        }
        return children;
    }

    private static Fields strict(JsonNode value, String path, String... known) {
        if (value instanceof ObjectNode object) {
            object.fieldNames().forEachRemaining(name -> requireKnown(name, path, List.of(known)));
        } else if (!value.isNull()) {
            throw new ConstraintSyntaxException("parse olm.constraint: " + (path.isEmpty() ? "the value" : path)
                    + " must be an object, not " + JsonKinds.describe(value));
        }
        return Fields.of(value, NOWHERE, path);
    }

    private static void requireKnown(String name, String path, List<String> known) {
        if (known.stream().noneMatch(name::equalsIgnoreCase)) {
            throw new ConstraintSyntaxException("parse olm.constraint: unknown field " + Quoted.of(Excerpt.of(name))
                    + (path.isEmpty() ? "" : " in " + Excerpt.of(path)) + "; known are " + String.join(", ", known));
        }
    }
}
