package io.olm4j.upgradeedges;

import java.util.Optional;

/**
 * How the controller goes a path of upgrades by itself, one upgrade after the other.
 *
 * @param range the value of {@code spec.source.catalog.version}; empty if the field is left out
 * @param unchanged whether the request has this value already
 */
public record Walk(Optional<String> range, boolean unchanged) {
    /** The change to the spec, a clause. */
    String advice() {
        if (unchanged) {
            return "the controller goes this path by itself";
        }
        return range.map(text -> "set spec.source.catalog.version to \"" + text + "\"")
                        .orElse("remove spec.source.catalog.version")
                + ", and the controller goes this path by itself";
    }
}
