package io.olm4j.fbc.validation;

import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.Location;
import java.util.ArrayList;
import java.util.List;

/** Collects findings. */
final class Findings {
    private final List<Finding> all = new ArrayList<>();

    void add(Location location, FindingPath path, String message) {
        all.add(new Finding(location, path, message));
    }

    void add(CatalogSyntaxException e, FindingPath path) {
        add(e.location(), path, e.problem());
    }

    List<Finding> all() {
        return List.copyOf(all);
    }
}
