package io.olm4j.fbc.template;

import java.util.Locale;

/** A section of a semver template, in the order of growing stability. */
enum Archetype {
    CANDIDATE,
    FAST,
    STABLE;

    /** Its key in the template and the first part of its channels' names. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
