package io.olm4j.catalogd.store;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A query for objects of a catalog; {@code ""} matches any value.
 *
 * @param schema schema of the objects
 * @param pkg package that the objects belong to; an {@code olm.package} object names its package but belongs to none
 * @param name name of the objects
 */
public record MetasQuery(String schema, String pkg, String name) {

    private static final Set<String> PARAMETERS = Set.of("schema", "package", "name");

    /** Asks for everything. */
    public static final MetasQuery ALL = new MetasQuery("", "", "");

    /**
     * The query of a URL; empty if it is malformed or has a parameter that does not exist. If a parameter is given
     * twice, the first value counts.
     */
    public static Optional<MetasQuery> parse(String rawQuery) {
        Map<String, String> given = new HashMap<>();
        for (String pair : rawQuery.split("&", -1)) {
            if (pair.isEmpty()) {
                continue;
            }
            if (pair.contains(";")) {
                return Optional.empty(); // No separator any more, and a value has to escape it.
            }
            int equals = pair.indexOf('=');
            try {
                String key = decode(equals < 0 ? pair : pair.substring(0, equals));
                if (!PARAMETERS.contains(key)) {
                    return Optional.empty();
                }
                given.putIfAbsent(key, equals < 0 ? "" : decode(pair.substring(equals + 1)));
            } catch (IllegalArgumentException malformedEscape) {
                return Optional.empty();
            }
        }
        return Optional.of(new MetasQuery(
                given.getOrDefault("schema", ""), given.getOrDefault("package", ""), given.getOrDefault("name", "")));
    }

    /** Whether it asks for all of the content, also for objects without a schema. */
    public boolean asksForAll() {
        return schema.isEmpty() && pkg.isEmpty() && name.isEmpty();
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
