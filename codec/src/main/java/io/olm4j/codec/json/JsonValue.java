package io.olm4j.codec.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSizeException;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;

/** Parses the text of one JSON value, for example of a property, into the same tree as a stream gives. */
public final class JsonValue {
    private static final Location TEXT = new Location("value", 1);

    private JsonValue() {}

    /**
     * Parses a text that holds one value and nothing else.
     *
     * @throws TextSyntaxException if the text is not exactly one JSON value, or exceeds a limit
     */
    public static JsonNode parse(String text, ReaderLimits limits) {
        if (text.length() > limits.documentBytes()) {
            throw new TextSizeException(TEXT, limits.documentBytes());
        }
        try (JsonParser parser = JsonTrees.factory(limits).createParser(text)) {
            if (parser.nextToken() == null) {
                throw new TextSyntaxException(TEXT, "not valid JSON: the text is empty");
            }
            JsonNode tree = JsonTrees.build(parser, Numbers.FLOAT64, limits);
            if (parser.nextToken() != null) {
                throw new TextSyntaxException(TEXT, "not valid JSON: there is more text after the value");
            }
            return tree;
        } catch (StreamConstraintsException e) {
            // This is the depth limit: the other limits are not lower than the length of the text.
            throw new TextSyntaxException(TEXT, limits.depthExceeded());
        } catch (JsonProcessingException e) {
            throw JsonText.problem(e, TEXT);
        } catch (IOException e) {
            throw new TextSyntaxException(TEXT, "not valid JSON: " + e.getMessage());
        }
    }
}
