package io.olm4j.fbc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Parses single JSON values; bytes that are not UTF-8 become U+FFFD, as in Go. */
final class JsonText {
    private final JsonFactory factory;

    JsonText(ReaderLimits limits) {
        this.factory = JsonTrees.factory(limits);
    }

    Meta meta(JsonValues values) throws IOException {
        return StreamReading.meta(tree(values), values.location());
    }

    private JsonNode tree(JsonValues values) throws IOException {
        try (JsonParser parser = factory.createParser(values.buffer(), values.start(), values.length())) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            if (isUtf8(values)) {
                throw problem(e, values.location());
            }
        }
        String replaced = new String(values.buffer(), values.start(), values.length(), StandardCharsets.UTF_8);
        try (JsonParser parser = factory.createParser(replaced)) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            throw problem(e, values.location());
        }
    }

    private static JsonNode tree(JsonParser parser) throws IOException {
        parser.nextToken();
        JsonNode tree = JsonTrees.build(parser);
        parser.nextToken();
        return tree;
    }

    static CatalogSyntaxException problem(JsonProcessingException e, Location start) {
        int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
        return new CatalogSyntaxException(
                new Location(start.file(), start.line() + line - 1), "not valid JSON: " + e.getOriginalMessage());
    }

    private static boolean isUtf8(JsonValues values) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(values.buffer(), values.start(), values.length()));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
