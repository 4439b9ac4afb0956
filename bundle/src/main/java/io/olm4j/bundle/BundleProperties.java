package io.olm4j.bundle;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.codec.json.GoJson;
import io.olm4j.codec.json.SortedJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges {@code metadata/properties.yaml} into the annotation of the ClusterServiceVersion that holds the properties.
 */
public final class BundleProperties {
    /** The annotation: a JSON list of objects with type and value. */
    public static final String ANNOTATION = "olm.properties";

    private static final ObjectMapper JSON = new ObjectMapper();

    private BundleProperties() {}

    /**
     * The text of the annotation: the properties it has, then those of the file.
     *
     * @param annotation the annotation as written, or an empty text
     * @param file the content of the file
     * @throws ManifestSyntaxException if the annotation or the file is malformed
     */
    public static String merged(String annotation, ObjectNode file) {
        List<String> properties = new ArrayList<>();
        if (!annotation.isEmpty()) {
            properties.addAll(ofAnnotation(annotation));
        }
        JsonNode list = file.path("properties");
        if (!list.isArray() && !list.isMissingNode() && !list.isNull()) {
            throw new ManifestSyntaxException("it needs a list of properties, each with type and value");
        }
        for (JsonNode property : list) {
            if (!property.isObject()
                    || (property.hasNonNull("type") && !property.path("type").isTextual())) {
                throw new ManifestSyntaxException("a property needs a type, which is text, and a value");
            }
            properties.add(property(property.path("type"), value(property.path("value"))));
        }
        return properties.isEmpty() ? "null" : "[" + String.join(",", properties) + "]";
    }

    /** Values of the annotation keep the order of their keys and the text of their numbers. */
    private static List<String> ofAnnotation(String annotation) {
        List<String> properties = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(annotation)) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new ManifestSyntaxException("the annotation " + ANNOTATION + " is not a JSON list");
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                properties.add(ofObject(parser, annotation));
            }
            if (parser.currentToken() != JsonToken.END_ARRAY) {
                throw new ManifestSyntaxException(
                        "the annotation " + ANNOTATION + " lists something that is not an object");
            }
            if (parser.nextToken() != null) {
                throw new ManifestSyntaxException("the annotation " + ANNOTATION + " is not valid JSON");
            }
        } catch (IOException e) {
            throw new ManifestSyntaxException("the annotation " + ANNOTATION + " is not valid JSON");
        }
        return properties;
    }

    private static String ofObject(JsonParser parser, String annotation) throws IOException {
        JsonNode type = TextNode.valueOf("");
        String value = "null";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            int from = (int) parser.currentTokenLocation().getCharOffset();
            if (field.equals("type") && token == JsonToken.VALUE_STRING) {
                type = TextNode.valueOf(parser.getText());
            }
            parser.skipChildren();
            parser.finishToken();
            if (field.equals("value")) {
                value = GoJson.compact(annotation.substring(
                        from, (int) parser.currentLocation().getCharOffset()));
            }
        }
        return property(type, value);
    }

    private static String property(JsonNode type, String value) {
        return "{\"type\":" + GoJson.encode(TextNode.valueOf(type.asText())) + ",\"value\":" + value + "}";
    }

    private static String value(JsonNode value) {
        return value.isMissingNode() ? "null" : SortedJson.text(value);
    }
}
