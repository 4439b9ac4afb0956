package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Collects what is to be drawn of a channel: every name once, and after the entries the names outside that they
 * replace.
 */
final class DrawnEntries {
    private final Map<String, Bundle> bundles = new HashMap<>();

    DrawnEntries(PackageGraph graph) {
        // The first bundle of a name counts, as in the catalog of the original.
        graph.bundles().forEach(bundle -> bundles.putIfAbsent(bundle.name(), bundle));
    }

    List<DrawnEntry> of(Channel channel) {
        Map<String, List<Entry>> byName = new LinkedHashMap<>();
        for (var entry : channel.entries()) {
            byName.computeIfAbsent(entry.name(), name -> new ArrayList<>(1)).add(entry);
        }
        List<DrawnEntry> drawn = new ArrayList<>();
        Set<String> outside = new LinkedHashSet<>();
        byName.forEach((name, entries) -> {
            var entry = merged(name, entries);
            drawn.add(entry);
            entry.replaces().stream().filter(old -> !byName.containsKey(old)).forEach(outside::add);
        });
        outside.forEach(name ->
                drawn.add(new DrawnEntry(name, true, bundle(name), version(name), List.of(), List.of(), List.of())));
        return drawn;
    }

    private DrawnEntry merged(String name, List<Entry> entries) {
        return new DrawnEntry(
                name,
                false,
                bundle(name),
                version(name),
                entries.stream()
                        .flatMap(entry -> entry.replaces().stream())
                        .distinct()
                        .toList(),
                entries.stream()
                        .flatMap(entry -> entry.skips().stream())
                        .distinct()
                        .toList(),
                entries.stream()
                        .flatMap(entry -> entry.skipRange().stream())
                        .distinct()
                        .toList());
    }

    private Optional<Bundle> bundle(String name) {
        return Optional.ofNullable(bundles.get(name));
    }

    /** The version and release of a bundle. */
    Optional<VersionRelease> version(String name) {
        return bundle(name).flatMap(bundle -> {
            try {
                return Optional.of(VersionRelease.ofRegistryV1(bundle.version()));
            } catch (VersionSyntaxException e) {
                return Optional.empty();
            }
        });
    }
}
