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
     * @param annotated the properties of the annotation
     * @param file the content of the file
     * @throws ManifestSyntaxException if the file is malformed
     */
    public static String merged(List<String> annotated, ObjectNode file) {
        List<String> properties = new ArrayList<>(annotated);
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

    /**
     * The properties of the annotation, each as JSON. Values keep the order of their keys and the text of their
     * numbers.
     *
     * @throws ManifestSyntaxException if it is neither a JSON list of objects nor {@code null}
     */
    public static List<String> ofAnnotation(String annotation) {
        List<String> properties = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(annotation)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.VALUE_NULL && parser.nextToken() == null) {
                return properties;
            }
            if (first != JsonToken.START_ARRAY) {
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
