package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.versionranges.Quoted;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Refuses fields that a template does not have, so that a mistyped one is not passed over. */
final class KnownFields {
    private KnownFields() {}

    /**
     * @param path names the object in messages; empty for the whole template
     * @param known the fields, which may be written in any case
     */
    static void check(JsonNode object, Location location, String path, String... known) {
        var allowed = new HashSet<String>();
        List.of(known).forEach(name -> allowed.add(name.toLowerCase(Locale.ROOT)));
        var prefix = path.isEmpty() ? "" : path + ": ";
        object.fieldNames().forEachRemaining(name -> {
            // A name is taken out when it is met, so that a second one in another case is refused too.
            if (!allowed.remove(name.toLowerCase(Locale.ROOT))) {
                throw new TextSyntaxException(
                        location,
                        prefix + "the field " + Quoted.of(name) + " is unknown or repeated; known are "
                                + String.join(", ", known));
            }
        });
    }
}
