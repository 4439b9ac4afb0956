package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.Fields;
import io.olm4j.fbc.property.PropertyTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts the lists of a bundle in the order of a rendered catalog: properties that repeat manifests last, related images
 * by image. A field that is not such a list stays unchanged.
 */
public final class BundleNormalizer {
    private BundleNormalizer() {}

    /** The normalised copy of a bundle; other objects are returned as they are. */
    public static Meta normalize(Meta meta) {
        if (!meta.schema().equals(Schemas.BUNDLE)) {
            return meta;
        }
        ObjectNode blob = meta.blob().objectNode();
        meta.blob()
                .properties()
                .forEach(field -> blob.set(field.getKey(), normalize(field.getKey(), field.getValue())));
        return new Meta(meta.schema(), meta.packageName(), meta.name(), blob, meta.location());
    }

    private static JsonNode normalize(String key, JsonNode value) {
        if (!(value instanceof ArrayNode list)) {
            return value;
        }
        return switch (Fields.fold(key)) {
            case "properties" -> sorted(list, Comparator.comparingInt(BundleNormalizer::isManifestData));
            case "relatedimages" ->
                sorted(list, Comparator.comparing(image -> text(image, "image"), CanonicalJson.KEY_ORDER));
            default -> value;
        };
    }

    private static ArrayNode sorted(ArrayNode list, Comparator<JsonNode> order) {
        List<JsonNode> elements = new ArrayList<>();
        list.forEach(elements::add);
        elements.sort(order);
        return list.arrayNode().addAll(elements);
    }

    private static int isManifestData(JsonNode property) {
        return PropertyTypes.isManifestData(text(property, "type")) ? 1 : 0;
    }

    private static String text(JsonNode object, String name) {
        return object instanceof ObjectNode fields
                ? fields.properties().stream()
                        .filter(field -> Fields.fold(field.getKey()).equals(name)
                                && field.getValue().isTextual())
                        .map(field -> field.getValue().textValue())
                        .findFirst()
                        .orElse("")
                : "";
    }
}
