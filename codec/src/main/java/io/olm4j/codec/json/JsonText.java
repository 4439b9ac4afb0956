package io.olm4j.codec.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses single JSON values. As in Go, bytes that are not UTF-8 and escapes of half a surrogate pair become U+FFFD. */
public final class JsonText {
    private static final String HIGH = "\\\\u[dD][89abAB][0-9a-fA-F]{2}";
    private static final String LOW = "\\\\u[dD][c-fC-F][0-9a-fA-F]{2}";
    private static final Pattern HALF_OR_OTHER_ESCAPE =
            Pattern.compile(HIGH + LOW + "|(" + HIGH + "|" + LOW + ")|\\\\.", Pattern.DOTALL);

    private final ReaderLimits limits;
    private final JsonFactory factory;
    private final Numbers numbers;

    public JsonText(ReaderLimits limits, Numbers numbers) {
        this.limits = limits;
        this.factory = JsonTrees.factory(limits);
        this.numbers = numbers;
    }

    /**
     * Parses one value.
     *
     * @throws TextSyntaxException if it is not JSON
     */
    public Document document(byte[] json, Location location) {
        try {
            return new Document(tree(json, location), location);
        } catch (IOException e) {
            throw new TextSyntaxException(location, "not valid JSON: " + e);
        }
    }

    private JsonNode tree(byte[] json, Location location) throws IOException {
        String replaced;
        try (JsonParser parser = factory.createParser(json)) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            String text = new String(json, StandardCharsets.UTF_8);
            replaced = withoutHalfCharacters(text);
            if (isUtf8(json) && replaced.equals(text)) {
                throw problem(e, location);
            }
        }
        try (JsonParser parser = factory.createParser(replaced)) {
            return tree(parser);
        } catch (JsonProcessingException e) {
            throw problem(e, location);
        }
    }

    /** Replaces escapes of half a surrogate pair, because the parser refuses them in field names. */
    private static String withoutHalfCharacters(String text) {
        return HALF_OR_OTHER_ESCAPE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(found.group(1) == null ? found.group() : "\\ufffd"));
    }

    private JsonNode tree(JsonParser parser) throws IOException {
        if (parser.nextToken() == null) {
            throw new JsonParseException(parser, "the text is empty");
        }
        JsonNode tree = JsonTrees.build(parser, numbers, limits);
        parser.nextToken();
        return tree;
    }

    /**
     * The exception for an error of the parser.
     *
     * @param start where the parsed text starts
     */
    public static TextSyntaxException problem(JsonProcessingException e, Location start) {
        int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
        return new TextSyntaxException(
                new Location(start.file(), start.line() + line - 1), "not valid JSON: " + e.getOriginalMessage());
    }

    private static boolean isUtf8(byte[] json) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
