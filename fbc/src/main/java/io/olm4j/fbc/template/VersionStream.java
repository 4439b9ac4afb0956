package io.olm4j.fbc.template;

import io.olm4j.upgradeedges.catalog.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates the upgrade edges for the bundles of one section. Within a major version, the highest bundle of each minor
 * version replaces the highest bundle of the minor version before, and skips all others below it.
 *
 * <p>The other bundles of a minor version have no edges, and no edge leads from one major version to the next.
 */
final class VersionStream {
    private VersionStream() {}

    /** The entries of a whole section, by bundle name. */
    static Map<String, Entry> entries(List<VersionedBundle> ascending) {
        Map<String, Entry> entries = new HashMap<>();
        List<String> lower = new ArrayList<>();
        Optional<String> previousHead = Optional.empty();
        for (int i = 0; i < ascending.size(); i++) {
            var bundle = ascending.get(i);
            if (i > 0 && !bundle.sameMajor(ascending.get(i - 1))) {
                lower.clear();
                previousHead = Optional.empty();
            }
            boolean head = i + 1 == ascending.size() || !bundle.sameMinor(ascending.get(i + 1));
            entries.put(bundle.name(), head ? head(bundle, previousHead, lower) : plain(bundle));
            if (head) {
                previousHead = Optional.of(bundle.name());
            }
            lower.add(bundle.name());
        }
        return entries;
    }

    private static Entry head(VersionedBundle bundle, Optional<String> replaces, List<String> lower) {
        var skips = lower.stream()
                .filter(name -> replaces.filter(name::equals).isEmpty())
                .sorted()
                .toList();
        return new Entry(bundle.name(), replaces, skips, Optional.empty());
    }

    private static Entry plain(VersionedBundle bundle) {
        return new Entry(bundle.name(), Optional.empty(), List.of(), Optional.empty());
    }
}
