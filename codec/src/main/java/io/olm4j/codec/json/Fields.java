package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the fields of an object as Go decodes JSON into a struct: names match in any case, null counts as left out,
 * unknown fields are ignored, and a value of another type is an error.
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

    /**
     * The fields of any value.
     *
     * @param path names the value in messages, such as {@code properties[0].value}
     * @throws TextSyntaxException if the value is neither an object nor null
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
        String text = "";
        for (JsonNode value : values(name)) {
            text = text(value, pathOf(name));
        }
        return text;
    }

    /** The elements of a field that is a list of texts; none if it is left out. */
    public List<String> texts(String name) {
        List<String> texts = List.of();
        for (JsonNode list : all(name)) {
            texts = texts(list, pathOf(name));
        }
        return texts;
    }

    /** The fields of a field that is an object. */
    public Optional<Fields> object(String name) {
        Optional<ObjectNode> merged = Optional.empty();
        for (JsonNode value : values(name)) {
            ObjectNode next = of(value, location, pathOf(name)).object;
            merged = Optional.of(merged.map(before -> before.deepCopy().<ObjectNode>setAll(next))
                    .orElse(next));
        }
        return merged.map(fields -> new Fields(fields, location, pathOf(name)));
    }

    /** The elements of a field that is a list of objects; none if it is left out. */
    public List<Fields> objects(String name) {
        List<Fields> objects = List.of();
        for (JsonNode list : all(name)) {
            objects = objects(list, pathOf(name));
        }
        return objects;
    }

    /** The value of a field; empty if it is left out or null. */
    public Optional<JsonNode> value(String name) {
        List<JsonNode> values = values(name);
        return values.isEmpty() ? Optional.empty() : Optional.of(values.getLast());
    }

    /** The value of a field, which may be a JSON null; empty if it is left out. */
    public Optional<JsonNode> raw(String name) {
        List<JsonNode> all = all(name);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /**
     * The values of a field that are not null. There are several if names differ only by case: the last one counts, but
     * each must have the right type.
     *
     * @return in the order of the names
     */
    public List<JsonNode> values(String name) {
        return all(name).stream().filter(value -> !value.isNull()).toList();
    }

    private List<JsonNode> all(String name) {
        String folded = fold(name);
        List<Map.Entry<String, JsonNode>> found = new ArrayList<>(1);
        for (Map.Entry<String, JsonNode> field : object.properties()) {
            if (field.getKey().length() == name.length() && fold(field.getKey()).equals(folded)) {
                found.add(field);
            }
        }
        if (found.size() > 1) {
            found.sort(Map.Entry.comparingByKey(CanonicalJson.KEY_ORDER));
        }
        return found.stream().map(Map.Entry::getValue).toList();
    }

    public Location location() {
        return location;
    }

    /** The path of a field for messages. */
    public String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private List<String> texts(JsonNode list, String listPath) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : elements(list, listPath)) {
            texts.add(element.isNull() ? "" : text(element, listPath + "[" + texts.size() + "]"));
        }
        return texts;
    }

    private List<Fields> objects(JsonNode list, String listPath) {
        List<Fields> objects = new ArrayList<>();
        for (JsonNode element : elements(list, listPath)) {
            objects.add(of(element, location, listPath + "[" + objects.size() + "]"));
        }
        return objects;
    }

    private Iterable<JsonNode> elements(JsonNode list, String listPath) {
        if (!list.isArray() && !list.isNull()) {
            throw mismatch(location, listPath, "a list", list);
        }
        return list;
    }

    private String text(JsonNode value, String valuePath) {
        if (!value.isTextual()) {
            throw mismatch(location, valuePath, "a string", value);
        }
        return value.textValue();
    }

    private static TextSyntaxException mismatch(Location location, String path, String wanted, JsonNode value) {
        return new TextSyntaxException(location, path + " must be " + wanted + ", not " + JsonKinds.describe(value));
    }

    /**
     * A name without its case, as Go compares names of fields. It goes through upper case first, so that letters with
     * several lower-case forms become equal.
     */
    public static String fold(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
                return name.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
            }
        }
        return name;
    }
}
