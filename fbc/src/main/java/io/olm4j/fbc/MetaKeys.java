package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The keys of a meta, found whatever their case, as the original does for its older templates. */
final class MetaKeys {
    private final ObjectNode blob;
    private final Location location;
    private final Map<String, String> byFolded = new HashMap<>();

    private MetaKeys(ObjectNode blob, Location location) {
        this.blob = blob;
        this.location = location;
    }

    static MetaKeys of(ObjectNode blob, Location location) {
        MetaKeys keys = new MetaKeys(blob, location);
        blob.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private void add(String key) {
        String other = byFolded.put(fold(key), key);
        if (other != null) {
            throw new CatalogSyntaxException(
                    location, "the keys \"" + other + "\" and \"" + key + "\" differ only by case; keep one of them");
        }
    }

    String text(String folded) {
        String key = byFolded.get(folded);
        if (key == null) {
            return "";
        }
        JsonNode value = blob.get(key);
        if (!value.isTextual()) {
            throw new CatalogSyntaxException(
                    location, "the value of \"" + key + "\" must be a string, not " + JsonKinds.describe(value));
        }
        return value.textValue();
    }

    /** Unicode case folding: upper case first, so that letters with several lower-case forms meet. */
    static String fold(String key) {
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c >= 0x80 || (c >= 'A' && c <= 'Z')) {
                return key.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
            }
        }
        return key;
    }
}
