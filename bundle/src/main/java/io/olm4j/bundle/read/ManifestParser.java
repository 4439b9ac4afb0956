package io.olm4j.bundle.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.ManifestSyntaxException;
import io.olm4j.bundle.RegistryV1;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Finds the Kubernetes objects in the text of a manifest file: YAML or JSON, with several documents and lists. */
final class ManifestParser {
    private static final int MAX_OBJECTS = 10_000;

    private ManifestParser() {}

    /**
     * The objects in the order of the text; each has a kind.
     *
     * @param values counts what is read
     * @throws ManifestSyntaxException if the text holds anything else
     */
    static List<ObjectNode> parse(String text, ManifestValueCount values) {
        List<ObjectNode> objects = new ArrayList<>();
        for (ObjectNode document : BundleYaml.documents(text, values)) {
            addFlattened(document, objects);
        }
        return objects;
    }

    /** An object of any kind with the field {@code items} is a list. Lists inside a list come after its plain items. */
    private static void addFlattened(ObjectNode document, List<ObjectNode> objects) {
        Deque<ObjectNode> waiting = new ArrayDeque<>(List.of(document));
        while (!waiting.isEmpty()) {
            ObjectNode object = waiting.removeFirst();
            JsonNode items = object.path("items");
            if (items.isMissingNode() || items.isNull()) {
                objects.add(withKind(object));
            } else if (items.isArray()) {
                items.forEach(item -> waiting.addLast(itemOf(withKind(object), asObject(item))));
            } else {
                throw new ManifestSyntaxException(
                        RegistryV1.describe(object) + " has a field items that is not a list");
            }
            if (objects.size() + waiting.size() > MAX_OBJECTS) {
                throw new ManifestSyntaxException("it holds more than " + MAX_OBJECTS + " objects");
            }
        }
    }

    /** An item of a typed list may leave out apiVersion and kind, which then follow from the list. */
    private static ObjectNode itemOf(ObjectNode list, ObjectNode item) {
        if (item.hasNonNull("kind") || item.hasNonNull("apiVersion")) {
            return item;
        }
        String kind = list.path("kind").textValue();
        ObjectNode result = item.objectNode();
        result.set("apiVersion", list.path("apiVersion"));
        result.put("kind", kind.endsWith("List") ? kind.substring(0, kind.length() - "List".length()) : kind);
        return result.setAll(item);
    }

    private static ObjectNode withKind(ObjectNode object) {
        if (object.path("kind").asText().isEmpty() || !object.path("kind").isTextual()) {
            throw new ManifestSyntaxException(RegistryV1.describe(object) + " has no kind");
        }
        return object;
    }

    private static ObjectNode asObject(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new ManifestSyntaxException("a list in it has an item that is not an object");
    }
}
