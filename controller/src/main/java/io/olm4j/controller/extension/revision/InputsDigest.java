package io.olm4j.controller.extension.revision;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.olm4j.applier.json.Sha256;

/** The digest of a value as JSON with sorted keys. */
public final class InputsDigest {

    private static final ObjectMapper SORTED =
            new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);

    private InputsDigest() {}

    public static String of(Object value) {
        try {
            // A tree keeps the order of its fields; maps get sorted keys.
            Object maps = SORTED.convertValue(value, Object.class);
            return "sha256:" + Sha256.hex(SORTED.writeValueAsBytes(maps));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
