package io.olm4j.fbc.validation;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects findings. */
final class CatalogFindings {
    private final List<CatalogFinding> all = new ArrayList<>();

    void add(Location location, FindingPath path, String message) {
        add(location, path, message, Optional.empty());
    }

    void add(Location location, FindingPath path, String message, Optional<String> hint) {
        all.add(new CatalogFinding(location, path, message, hint));
    }

    void add(TextSyntaxException e, FindingPath path) {
        add(e.location(), path, e.problem());
    }

    List<CatalogFinding> all() {
        return List.copyOf(all);
    }
}
