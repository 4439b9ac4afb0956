package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the fields of an object the way Go decodes JSON into a struct: names in any case, null as if left out, unknown fields
 * ignored, a value of another type refused.
 */
public final class Fields {
    private final ObjectNode object;
    private final Location location;
    private final String path;

    private Fields(ObjectNode object, Location location, String path) {
        this.object = object;
        this.location = location;
        this.path = path;
    }

    /** The fields of a whole meta. */
    public static Fields of(Meta meta) {
        return new Fields(meta.blob(), meta.location(), "");
    }

    /**
     * The fields of any value.
     *
     * @param path names the value in messages, such as {@code properties[0].value}
     * @throws CatalogSyntaxException if the value is neither an object nor null
     */
    public static Fields of(JsonNode value, Location location, String path) {
        if (value.isNull()) {
            return new Fields(JsonNodeFactory.instance.objectNode(), location, path);
        }
        if (value instanceof ObjectNode object) {
            return new Fields(object, location, path);
        }
        throw mismatch(location, path, "an object", value);
    }

    /** The text of a field, empty if it is left out. */
    public String text(String name) {
        return value(name).map(value -> text(value, pathOf(name))).orElse("");
    }

    /** The elements of a field that is a list of texts; none if it is left out. */
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : elements(name)) {
            texts.add(element.isNull() ? "" : text(element, pathOf(name) + "[" + texts.size() + "]"));
        }
        return texts;
    }

    /** The fields of a field that is an object. */
    public Optional<Fields> object(String name) {
        return value(name).map(value -> of(value, location, pathOf(name)));
    }

    /** The elements of a field that is a list of objects; none if it is left out. */
    public List<Fields> objects(String name) {
        List<Fields> objects = new ArrayList<>();
        for (JsonNode element : elements(name)) {
            objects.add(of(element, location, pathOf(name) + "[" + objects.size() + "]"));
        }
        return objects;
    }

    /** The value of a field; empty if it is left out or null. */
    public Optional<JsonNode> value(String name) {
        return raw(name).filter(value -> !value.isNull());
    }

    /** The value of a field, also null; of several that differ by case only the last in sorted order that is not null. */
    public Optional<JsonNode> raw(String name) {
        JsonNode exact = object.get(name);
        if (exact != null && !exact.isNull() && isLowerCase(name)) {
            return Optional.of(exact);
        }
        Optional<JsonNode> found = Optional.empty();
        String foundKey = "";
        String folded = MetaKeys.fold(name);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (!MetaKeys.fold(field.getKey()).equals(folded)) {
                continue;
            }
            boolean better = found.isEmpty()
                    || found.get().isNull()
                    || (!field.getValue().isNull() && CanonicalJson.KEY_ORDER.compare(field.getKey(), foundKey) > 0);
            if (better) {
                found = Optional.of(field.getValue());
                foundKey = field.getKey();
            }
        }
        return found;
    }

    public Location location() {
        return location;
    }

    /** The path of a field for messages. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private Iterable<JsonNode> elements(String name) {
        Optional<JsonNode> list = value(name);
        if (list.isPresent() && !list.get().isArray()) {
            throw mismatch(location, pathOf(name), "a list", list.get());
        }
        return list.<Iterable<JsonNode>>map(value -> value).orElse(List.of());
    }

    private String text(JsonNode value, String valuePath) {
        if (!value.isTextual()) {
            throw mismatch(location, valuePath, "a string", value);
        }
        return value.textValue();
    }

    /** Among ASCII keys that fold alike the all-lower-case one sorts last, so it needs no search. */
    private static boolean isLowerCase(String name) {
        return name.chars().allMatch(c -> c >= 'a' && c <= 'z');
    }

    private static CatalogSyntaxException mismatch(Location location, String path, String wanted, JsonNode value) {
        return new CatalogSyntaxException(location, path + " must be " + wanted + ", not " + JsonKinds.describe(value));
    }
}
