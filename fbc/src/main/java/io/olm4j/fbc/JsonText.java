package io.olm4j.fbc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses single JSON values; bytes that are not UTF-8 and escapes that are half a surrogate pair become U+FFFD, as in Go. */
final class JsonText {
    private static final String HIGH = "\\\\u[dD][89abAB][0-9a-fA-F]{2}";
    private static final String LOW = "\\\\u[dD][c-fC-F][0-9a-fA-F]{2}";
    private static final Pattern HALF_OR_OTHER_ESCAPE =
            Pattern.compile(HIGH + LOW + "|(" + HIGH + "|" + LOW + ")|\\\\.", Pattern.DOTALL);

    private final JsonFactory factory;
    private final Numbers numbers;

    JsonText(ReaderLimits limits, Numbers numbers) {
        this.factory = JsonTrees.factory(limits);
        this.numbers = numbers;
    }

    Document document(JsonValues values) throws IOException {
        return new Document(tree(values), values.location());
    }

    private JsonNode tree(JsonValues values) throws IOException {
        String replaced;
        try (JsonParser parser = factory.createParser(values.buffer(), values.start(), values.length())) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            String text = new String(values.buffer(), values.start(), values.length(), StandardCharsets.UTF_8);
            replaced = withoutHalfCharacters(text);
            if (isUtf8(values) && replaced.equals(text)) {
                throw problem(e, values.location());
            }
        }
        try (JsonParser parser = factory.createParser(replaced)) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            throw problem(e, values.location());
        }
    }

    /** The parser refuses half a surrogate pair in a field name. */
    private static String withoutHalfCharacters(String text) {
        return HALF_OR_OTHER_ESCAPE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null ? found.group() : "\\ufffd"));
    }

    private JsonNode tree(JsonParser parser) throws IOException {
        parser.nextToken();
        JsonNode tree = JsonTrees.build(parser, numbers);
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
