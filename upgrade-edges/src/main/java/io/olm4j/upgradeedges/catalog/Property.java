package io.olm4j.upgradeedges.catalog;

import java.util.Set;

/**
 * A property of a bundle.
 *
 * @param type such as {@code olm.gvk.required}
 * @param value JSON text
 */
public record Property(String type, String value) {
    private static final Set<String> DEPENDENCIES =
            Set.of("olm.gvk.required", "olm.package.required", "olm.constraint");

    /** Whether it declares a dependency of the bundle. */
    public boolean isDependency() {
        return DEPENDENCIES.contains(type);
    }
}
