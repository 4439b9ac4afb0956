package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The entries of the wanted channels, by bundle. */
public final class Entries {
    private final Map<String, List<PlacedEntry>> byBundle;
    private long size;

    /** Collects the entries of the given channels of a package, or of all channels if the list is empty. */
    Entries(PackageGraph graph, List<String> channels) {
        byBundle = HashMap.newHashMap(graph.bundles().size());
        var wanted = Set.copyOf(channels);
        for (var channel : graph.channels()) {
            if (wanted.isEmpty() || wanted.contains(channel.name())) {
                for (var entry : channel.entries()) {
                    byBundle.computeIfAbsent(entry.name(), name -> new ArrayList<>(2))
                            .add(new PlacedEntry(channel.name(), entry));
                    size += 1 + entry.skips().size();
                }
            }
        }
    }

    public List<PlacedEntry> of(Bundle bundle) {
        return byBundle.getOrDefault(bundle.name(), List.of());
    }

    /** The number of entries and skips. */
    long size() {
        return size;
    }

    Stream<PlacedEntry> all() {
        return byBundle.values().stream().flatMap(List::stream);
    }
}
