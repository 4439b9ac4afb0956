package io.olm4j.codec.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** Walks over the children of a list or an object, those of an object in the order of their keys. */
public final class TreeCursor {
    private final JsonNode container;
    private final Iterator<String> keys;
    private final Iterator<JsonNode> elements;
    private String key = "";

    public TreeCursor(JsonNode container, Comparator<String> order) {
        this.container = container;
        this.keys = container instanceof ObjectNode object
                ? sorted(object, order)
                : List.<String>of().iterator();
        this.elements =
                container.isArray() ? container.elements() : List.<JsonNode>of().iterator();
    }

    private static Iterator<String> sorted(ObjectNode object, Comparator<String> order) {
        List<String> keys = new ArrayList<>(object.size());
        object.fieldNames().forEachRemaining(keys::add);
        keys.sort(order);
        return keys.iterator();
    }

    public boolean isObject() {
        return container.isObject();
    }

    public boolean hasNext() {
        return keys.hasNext() || elements.hasNext();
    }

    /** Moves to the next child. */
    public JsonNode next() {
        if (!isObject()) {
            return elements.next();
        }
        key = keys.next();
        return container.get(key);
    }

    /** The key of the current child; meaningless in a list. */
    public String key() {
        return key;
    }
}
