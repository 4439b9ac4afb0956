package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.VersionRelease;
import java.util.List;
import java.util.Optional;

/** Leaves out of channels what comes before a bundle. */
final class MinimumEdge {
    private final DrawnEntries versions;
    private final String name;
    private final VersionRelease floor;

    private MinimumEdge(DrawnEntries versions, String name, VersionRelease floor) {
        this.versions = versions;
        this.name = name;
        this.floor = floor;
    }

    /** The packages that have the bundle in a channel, from it on. */
    static List<PackageGraph> apply(List<PackageGraph> packages, String name) {
        var cut =
                packages.stream().flatMap(graph -> apply(graph, name).stream()).toList();
        if (cut.isEmpty()) {
            throw new IllegalArgumentException("no channel has an entry " + Quoted.of(name)
                    + " whose version can be read; name one of the channels' entries");
        }
        return cut;
    }

    static PackageGraph withChannels(PackageGraph graph, List<Channel> channels) {
        return new PackageGraph(graph.name(), graph.defaultChannel(), channels, graph.bundles(), graph.deprecations());
    }

    private static Optional<PackageGraph> apply(PackageGraph graph, String name) {
        var versions = new DrawnEntries(graph);
        boolean present = graph.channels().stream()
                .flatMap(channel -> channel.entries().stream())
                .anyMatch(entry -> entry.name().equals(name));
        return versions.version(name).filter(floor -> present).map(floor -> {
            var cut = new MinimumEdge(versions, name, floor);
            return withChannels(
                    graph,
                    graph.channels().stream()
                            .map(cut::apply)
                            .filter(channel -> !channel.entries().isEmpty())
                            .toList());
        });
    }

    private Channel apply(Channel channel) {
        return new Channel(
                channel.name(),
                channel.entries().stream()
                        .filter(entry -> isKept(entry.name()))
                        .map(this::apply)
                        .toList());
    }

    private Entry apply(Entry entry) {
        if (entry.name().equals(name)) {
            return new Entry(name, Optional.empty(), List.of(), Optional.empty());
        }
        return new Entry(
                entry.name(),
                entry.replaces().filter(this::isKept),
                entry.skips().stream().filter(this::isKept).toList(),
                entry.skipRange());
    }

    /** A bundle whose version is unknown stays, because it cannot be said to come before. */
    private boolean isKept(String bundle) {
        return versions.version(bundle)
                .map(version -> version.compareTo(floor) >= 0)
                .orElse(true);
    }
}
