package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of an {@code olm.package} property that resolution needs.
 *
 * @param version as written; empty if it is left out or the property cannot be decoded
 * @param release as written, possibly the empty text; nothing if it is left out, null, or the property cannot be
 *     decoded
 * @param fault why the property cannot be decoded, in the words of operator-controller; empty if it can. With a fault,
 *     the bundle has no readable version; the other bundles of the package stay usable
 */
record PackageProperty(String version, Optional<String> release, String fault) {
    static final PackageProperty NONE = new PackageProperty("", Optional.empty(), "");

    private static final Location NOWHERE = new Location("value", 1);
    private static final Map<String, String> FIELDS = Map.of(
            Fields.fold("packageName"), "packageName",
            Fields.fold("version"), "version",
            Fields.fold("release"), "release");

    /** Decodes the property's value; null counts as an empty object. */
    static PackageProperty of(JsonNode value) {
        if (!value.isObject() && !value.isNull()) {
            return broken(value, "Go value of type property.Package");
        }
        return firstMismatch(value)
                .map(field -> broken(
                        field.getValue(),
                        "Go struct field Package." + FIELDS.get(Fields.fold(field.getKey())) + " of type string"))
                .orElseGet(() -> decoded(Fields.of(value, NOWHERE, "value")));
    }

    private static PackageProperty decoded(Fields fields) {
        return new PackageProperty(
                fields.text("version"),
                fields.raw("release").filter(JsonNode::isTextual).map(JsonNode::textValue),
                "");
    }

    private static Optional<Map.Entry<String, JsonNode>> firstMismatch(JsonNode value) {
        return value instanceof ObjectNode object
                ? object.properties().stream()
                        .filter(field -> !field.getValue().isTextual()
                                && !field.getValue().isNull())
                        .filter(field -> FIELDS.containsKey(Fields.fold(field.getKey())))
                        .min(Comparator.comparing(Map.Entry::getKey, CanonicalJson.KEY_ORDER))
                : Optional.empty();
    }

    private static PackageProperty broken(JsonNode value, String target) {
        return new PackageProperty(
                "",
                Optional.empty(),
                "error unmarshalling package property: json: cannot unmarshal " + kind(value) + " into " + target);
    }

    private static String kind(JsonNode value) {
        return switch (value.getNodeType()) {
            case ARRAY -> "array";
            case BOOLEAN -> "bool";
            case NUMBER -> "number";
            case OBJECT -> "object";
            case STRING, NULL, MISSING, BINARY, POJO -> "string";
        };
    }
}
