package io.olm4j.fbc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonText;
import io.olm4j.codec.json.JsonTrees;
import io.olm4j.codec.json.JsonValues;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.util.Set;

/**
 * Reads catalog objects from the JSON of a catalog service. It skips the parts that the caller does not need instead of
 * building trees of them.
 */
public final class JsonMetas {
    private final JsonFactory factory;

    public JsonMetas(ReaderLimits limits) {
        this.factory = JsonTrees.factory(limits);
    }

    /**
     * Reads only the header and the provided APIs of the current value, and checks that it is one well-formed object.
     *
     * @throws TextSyntaxException if it is not
     */
    public MetaSummary summary(JsonValues values) {
        try (JsonParser parser = factory.createParser(values.buffer(), values.start(), values.length())) {
            startObject(parser, values.location());
            String schema = "";
            String packageName = "";
            String name = "";
            Set<ApiKind> apis = Set.of();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = Fields.fold(parser.currentName());
                parser.nextToken();
                switch (key) {
                    case "schema" -> schema = text(parser, key, values.location());
                    case "package" -> packageName = text(parser, key, values.location());
                    case "name" -> name = text(parser, key, values.location());
                    case "properties" -> apis = ProvidedApis.read(parser);
                    default -> parser.skipChildren();
                }
            }
            parser.nextToken();
            MetaHeader header = new MetaHeader(schema, packageName, name);
            return new MetaSummary(header, schema.equals(Schemas.BUNDLE) ? apis : Set.of());
        } catch (JsonProcessingException e) {
            throw JsonText.problem(e, values.location());
        } catch (IOException e) {
            throw new TextSyntaxException(values.location(), "not valid JSON: " + e);
        }
    }

    /**
     * Reads the parts of an object that resolution needs: all but icons, descriptions, related images and copies of
     * manifests.
     *
     * @param budget counts these parts
     * @throws TextSyntaxException if it is not one well-formed object
     * @throws PackageTooLargeException if the budget is exceeded
     */
    public Meta withoutManifests(byte[] json, int offset, int length, Location location, PackageBudget budget) {
        try (JsonParser parser = new CountingParser(factory.createParser(json, offset, length), budget)) {
            startObject(parser, location);
            ObjectNode blob = JsonNodeFactory.instance.objectNode();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                parser.nextToken();
                switch (Fields.fold(key)) {
                    case "icon", "description", "relatedimages" -> parser.skipChildren();
                    case "properties" -> blob.set(key, properties(parser));
                    default -> blob.set(key, JsonTrees.build(parser));
                }
            }
            parser.nextToken();
            return Meta.of(blob, location);
        } catch (JsonProcessingException e) {
            throw JsonText.problem(e, location);
        } catch (IOException e) {
            throw new TextSyntaxException(location, "not valid JSON: " + e);
        }
    }

    /**
     * Reads an object with all its parts.
     *
     * @throws TextSyntaxException if it is not one well-formed object
     */
    public Meta complete(byte[] json, int offset, int length, Location location) {
        try (JsonParser parser = factory.createParser(json, offset, length)) {
            startObject(parser, location);
            return Meta.of((ObjectNode) JsonTrees.build(parser), location);
        } catch (JsonProcessingException e) {
            throw JsonText.problem(e, location);
        } catch (IOException e) {
            throw new TextSyntaxException(location, "not valid JSON: " + e);
        }
    }

    private static JsonNode properties(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            return JsonTrees.build(parser);
        }
        ArrayNode properties = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            properties.add(
                    parser.currentToken() == JsonToken.START_OBJECT ? property(parser) : JsonTrees.build(parser));
        }
        return properties;
    }

    /** Canonical JSON has the type before the value, so a large value can be skipped without reading it into memory. */
    private static ObjectNode property(JsonParser parser) throws IOException {
        ObjectNode property = JsonNodeFactory.instance.objectNode();
        boolean skipValue = false;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = parser.currentName();
            JsonToken token = parser.nextToken();
            if (key.equals("value") && skipValue) {
                parser.skipChildren();
                continue;
            }
            if (key.equals("type") && token == JsonToken.VALUE_STRING) {
                skipValue = PropertyTypes.isManifestData(parser.getText());
            }
            property.set(key, JsonTrees.build(parser));
        }
        return property;
    }

    private static void startObject(JsonParser parser, Location location) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw new TextSyntaxException(location, "a catalog consists of objects, but this is something else");
        }
    }

    private static String text(JsonParser parser, String key, Location location) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw new TextSyntaxException(location, "the value of \"" + key + "\" must be a string");
        }
        return parser.getText();
    }
}
