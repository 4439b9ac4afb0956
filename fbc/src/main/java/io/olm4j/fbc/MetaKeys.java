package io.olm4j.fbc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.HashMap;
import java.util.Map;

/** Finds the keys of a catalog object in any case, as opm does for its older templates. */
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
        String other = byFolded.put(Fields.fold(key), key);
        if (other != null) {
            throw new TextSyntaxException(
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
            throw new TextSyntaxException(
                    location, "the value of \"" + key + "\" must be a string, not " + JsonKinds.describe(value));
        }
        return value.textValue();
    }
}
