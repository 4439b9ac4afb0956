package io.olm4j.upgradeedges.catalog;

import java.util.List;
import java.util.Optional;

/**
 * A bundle's entry in a channel, with the upgrade edges that lead to it.
 *
 * @param name the name of the bundle
 * @param replaces the bundle that it replaces
 * @param skips further bundles from which it is an upgrade
 * @param skipRange versions from which it is an upgrade, in the skipRange dialect, as written in the catalog and
 *     possibly invalid
 */
public record Entry(String name, Optional<String> replaces, List<String> skips, Optional<String> skipRange) {
    /** Copies the skips; an empty text counts as left out. */
    public Entry {
        replaces = replaces.filter(text -> !text.isEmpty());
        skips = List.copyOf(skips);
        skipRange = skipRange.filter(text -> !text.isEmpty());
    }
}
