package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.versionranges.Quoted;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Refuses unknown fields of a template, so that a mistyped field is not ignored. */
final class KnownFields {
    private KnownFields() {}

    /**
     * @param path names the object in messages; empty for the whole template
     * @param known the names of the allowed fields, which match in any case
     */
    static void check(JsonNode object, Location location, String path, String... known) {
        var allowed = new HashSet<String>();
        List.of(known).forEach(name -> allowed.add(name.toLowerCase(Locale.ROOT)));
        var prefix = path.isEmpty() ? "" : path + ": ";
        object.fieldNames().forEachRemaining(name -> {
            // Each found name is removed, so that the same name in another case is refused too.
            if (!allowed.remove(name.toLowerCase(Locale.ROOT))) {
                throw new TextSyntaxException(
                        location,
                        prefix + "the field " + Quoted.of(name) + " is unknown or repeated; known are "
                                + String.join(", ", known));
            }
        });
    }
}
