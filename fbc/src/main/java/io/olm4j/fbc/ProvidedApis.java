package io.olm4j.fbc;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.olm4j.codec.json.Fields;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the APIs that the properties of a bundle name, without building trees. It leaves out names that are malformed
 * or too long for an API server: the code that uses the bundle validates it.
 */
final class ProvidedApis {
    private static final int MAX_GROUP = 253;
    private static final int MAX_NAME = 63;

    private ProvidedApis() {}

    /** Reads the parser's current value to its end. */
    static Set<ApiKind> read(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return Set.of();
        }
        Set<ApiKind> apis = new LinkedHashSet<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Optional<ApiKind> api = property(parser);
            if (apis.size() < MetaSummary.MAX_PROVIDED_APIS) {
                api.ifPresent(apis::add);
            }
        }
        return apis;
    }

    /** The type may come before the value or after it. */
    private static Optional<ApiKind> property(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Optional.empty();
        }
        boolean isOther = false;
        boolean isApi = false;
        Optional<ApiKind> api = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = Fields.fold(parser.currentName());
            parser.nextToken();
            switch (key) {
                case "type" -> {
                    isApi = PropertyTypes.GVK.equals(parser.getValueAsString());
                    isOther = !isApi;
                    parser.skipChildren();
                }
                case "value" -> {
                    if (isOther) {
                        parser.skipChildren();
                    } else {
                        api = api(parser);
                    }
                }
                default -> parser.skipChildren();
            }
        }
        return isApi ? api : Optional.empty();
    }

    private static Optional<ApiKind> api(JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return Optional.empty();
        }
        Optional<String> group = Optional.of("");
        Optional<String> version = Optional.empty();
        Optional<String> kind = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String key = Fields.fold(parser.currentName());
            parser.nextToken();
            switch (key) {
                case "group" -> group = text(parser, MAX_GROUP);
                case "version" -> version = text(parser, MAX_NAME);
                case "kind" -> kind = text(parser, MAX_NAME);
                default -> parser.skipChildren();
            }
        }
        return group.isPresent() && version.isPresent() && kind.isPresent()
                ? Optional.of(new ApiKind(group.get(), version.get(), kind.get()))
                : Optional.empty();
    }

    private static Optional<String> text(JsonParser parser, int maxLength) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_STRING || parser.getTextLength() > maxLength) {
            parser.skipChildren();
            return Optional.empty();
        }
        return Optional.of(parser.getText());
    }
}
