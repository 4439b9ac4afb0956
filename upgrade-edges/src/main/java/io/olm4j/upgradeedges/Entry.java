package io.olm4j.upgradeedges;

import java.util.List;
import java.util.Optional;

/**
 * A bundle's place in a channel, with the edges that lead to it.
 *
 * @param name the bundle
 * @param replaces the one bundle it directly succeeds
 * @param skips further bundles it succeeds
 * @param skipRange versions it succeeds, in the skip-range dialect, as written in the catalog and possibly invalid
 */
public record Entry(String name, Optional<String> replaces, List<String> skips, Optional<String> skipRange) {
    /** Copies the skips; an empty text counts as left out. */
    public Entry {
        replaces = replaces.filter(text -> !text.isEmpty());
        skips = List.copyOf(skips);
        skipRange = skipRange.filter(text -> !text.isEmpty());
    }
}
