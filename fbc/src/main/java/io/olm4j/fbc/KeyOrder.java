package io.olm4j.fbc;

import io.olm4j.codec.json.CanonicalJson;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The order of the keys of catalog objects in JSON. For the known schemas it is the order that people and opm use. */
final class KeyOrder {
    private static final Set<String> KNOWN_SCHEMAS =
            Set.of(Schemas.PACKAGE, Schemas.CHANNEL, Schemas.BUNDLE, Schemas.DEPRECATIONS);

    private static final List<String> KNOWN_KEYS = List.of(
            "schema",
            "name",
            "package",
            "defaultChannel",
            "icon",
            "description",
            "image",
            "replaces",
            "skips",
            "skipRange",
            "reference",
            "message",
            "entries",
            "properties",
            "relatedImages");

    /** Known keys first, then the others by their bytes. */
    static final Comparator<String> KNOWN_FIRST =
            Comparator.comparingInt(KeyOrder::rank).thenComparing(CanonicalJson.KEY_ORDER);

    private KeyOrder() {}

    /** The order for a whole object. */
    static Comparator<String> of(Meta meta) {
        return KNOWN_SCHEMAS.contains(meta.schema()) ? KNOWN_FIRST : CanonicalJson.KEY_ORDER;
    }

    /** The order for the value under a key: the content of a property has no known keys. */
    static Comparator<String> under(String key, Comparator<String> outer) {
        return key.equals("value") ? CanonicalJson.KEY_ORDER : outer;
    }

    private static int rank(String key) {
        int rank = KNOWN_KEYS.indexOf(key);
        return rank < 0 ? KNOWN_KEYS.size() : rank;
    }
}
