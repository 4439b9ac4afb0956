package io.olm4j.oci.trust;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A JSON object whose fields must be known, occur once and have the right type, because a misspelt field would weaken a
 * policy.
 */
final class StrictObject {

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final JsonNode node;
    private final String what;

    /**
     * Checks the names of the fields.
     *
     * @param what the description of the object in messages
     */
    StrictObject(JsonNode node, String what, Set<String> known) throws ConfigException {
        if (!node.isObject()) {
            throw new ConfigException(what + " must be an object");
        }
        for (var field : node.properties()) {
            if (!known.contains(field.getKey())) {
                throw new ConfigException(what + " has the unknown field \"" + field.getKey() + "\"");
            }
        }
        this.node = node;
        this.what = what;
    }

    static JsonNode tree(byte[] document) throws ConfigException {
        try {
            return JSON.readTree(document);
        } catch (JsonProcessingException e) {
            throw new ConfigException("it is not JSON: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new ConfigException("it is not JSON", e);
        }
    }

    boolean has(String field) {
        return node.has(field);
    }

    /** The value of the field, of any type. */
    JsonNode get(String field) throws ConfigException {
        if (!node.has(field)) {
            throw new ConfigException(what + " has no field \"" + field + "\"");
        }
        return node.path(field);
    }

    String text(String field) throws ConfigException {
        JsonNode value = get(field);
        if (!value.isTextual()) {
            throw new ConfigException("\"" + field + "\" of " + what + " must be a string");
        }
        return value.asText();
    }

    List<String> texts(String field) throws ConfigException {
        List<String> texts = new ArrayList<>();
        for (JsonNode value : get(field)) {
            if (!value.isTextual()) {
                throw new ConfigException("\"" + field + "\" of " + what + " must hold strings only");
            }
            texts.add(value.asText());
        }
        if (texts.isEmpty()) {
            throw new ConfigException("\"" + field + "\" of " + what + " must be a list with an entry");
        }
        return texts;
    }

    /** The name of the only one of these fields that is present; it must not be empty. */
    String exactlyOne(List<String> fields) throws ConfigException {
        List<String> there = fields.stream().filter(this::has).toList();
        if (there.size() != 1) {
            throw new ConfigException(what + " must have exactly one of " + String.join(", ", fields));
        }
        JsonNode value = node.path(there.getFirst());
        if (value.isNull() || (value.isTextual() && value.asText().isEmpty())) {
            throw new ConfigException("\"" + there.getFirst() + "\" of " + what + " must not be empty");
        }
        return there.getFirst();
    }
}
