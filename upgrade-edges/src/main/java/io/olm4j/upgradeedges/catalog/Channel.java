package io.olm4j.upgradeedges.catalog;

import java.util.List;

/**
 * A channel of a package: bundles that upgrade to each other.
 *
 * @param name unique within the package
 * @param entries in catalog order, which has no meaning
 */
public record Channel(String name, List<Entry> entries) {
    /** Copies the entries. */
    public Channel {
        entries = List.copyOf(entries);
    }
}
