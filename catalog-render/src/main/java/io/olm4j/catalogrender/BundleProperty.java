package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import java.util.Comparator;
import java.util.Optional;

/**
 * A property of a bundle, in the order of the original: by type, then by the text of the value.
 *
 * @param text the value's text where values are compared: one that a bundle states itself has {@code < > &} escaped
 */
record BundleProperty(String type, JsonNode value, String text) implements Comparable<BundleProperty> {
    private static final Comparator<BundleProperty> ORDER =
            Comparator.comparing(BundleProperty::type).thenComparing(BundleProperty::text);

    /** A property made from something else in the bundle. */
    static BundleProperty derived(String type, ObjectNode value) {
        return new BundleProperty(type, value, CanonicalJson.write(value));
    }

    /** A property that the bundle states itself; one without a value has null and comes first. */
    static BundleProperty stated(String type, Optional<JsonNode> value) {
        if (value.isEmpty()) {
            return new BundleProperty(type, NullNode.instance, "");
        }
        ObjectNode wrapped = JsonNodeFactory.instance.objectNode().set("", value.get());
        String json = CanonicalJson.write(wrapped);
        return new BundleProperty(type, value.get(), escaped(json.substring(json.indexOf(':') + 1, json.length() - 1)));
    }

    /** The escapes that Go's JSON encoder adds by default; these characters occur in strings only. */
    static String escaped(String json) {
        return json.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e");
    }

    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("type", type);
        json.set("value", value);
        return json;
    }

    @Override
    public int compareTo(BundleProperty other) {
        return ORDER.compare(this, other);
    }
}
