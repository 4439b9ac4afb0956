package io.olm4j.fbc.validation;

import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.Location;
import java.util.ArrayList;
import java.util.List;

/** Collects findings. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    void add(Location location, String message) {
        all.add(new Finding(location, message));
    }

    void add(CatalogSyntaxException e) {
        add(e.location(), e.problem());
    }

    List<Finding> all() {
        return List.copyOf(all);
    }

    /** A name in a message: Go's quoting of plain text. */
    static String quote(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
