package io.olm4j.oci;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * Reads JSON that a registry, a token server or the owner of a pull secret wrote. The values are counted before a tree
 * is built, because a small value takes many times its length in memory.
 */
public final class RegistryJson {

    /** The most lists, objects and values of a document: many times those of a real one, and some 5 MB of memory. */
    static final int MAX_VALUES = 50_000;

    /** Real documents nest five levels. */
    static final int MAX_DEPTH = 100;

    private static final ObjectMapper JSON = new ObjectMapper();

    private RegistryJson() {}

    /**
     * Reads a document.
     *
     * @param what the name of the document in messages
     * @throws IOException if it is not JSON; the message quotes the document, which may contain secrets
     * @throws ContentException if it has too many values or levels; the message quotes nothing
     */
    public static JsonNode tree(byte[] document, String what) throws IOException, ContentException {
        check(document, what);
        return JSON.readTree(document);
    }

    /**
     * Counts the values and levels of the first value of a document.
     *
     * @param what the name of the document in messages
     * @throws IOException if it is not JSON; the message quotes the document, which may contain secrets
     * @throws ContentException if it has too many values or levels; the message quotes nothing
     */
    public static void check(byte[] document, String what) throws IOException, ContentException {
        try (JsonParser parser = JSON.createParser(document)) {
            int depth = 0;
            int values = 0;
            do {
                JsonToken token = parser.nextToken();
                if (token == null) {
                    break;
                }
                if (token.isStructEnd()) {
                    depth--;
                } else if (token != JsonToken.FIELD_NAME && ++values > MAX_VALUES) {
                    throw new ContentException(what + " has more than " + MAX_VALUES + " values");
                }
                if (token.isStructStart() && ++depth > MAX_DEPTH) {
                    throw new ContentException(what + " nests more than " + MAX_DEPTH + " levels");
                }
            } while (depth > 0);
        }
    }
}
