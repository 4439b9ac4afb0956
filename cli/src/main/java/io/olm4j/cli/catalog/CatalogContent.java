package io.olm4j.cli.catalog;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rows of the tables that {@code olm catalog list} prints. */
final class CatalogContent {
    private final LoadedCatalog catalog;

    CatalogContent(LoadedCatalog catalog) {
        this.catalog = catalog;
    }

    /** A package. */
    record PackageRow(String name, String displayName, String defaultChannel) {
        List<String> cells() {
            return List.of(name, displayName, defaultChannel);
        }
    }

    /**
     * A channel.
     *
     * @param head more than one name only if the catalog is invalid
     */
    record ChannelRow(String packageName, String channel, String head) {
        List<String> cells() {
            return List.of(packageName, channel, head);
        }
    }

    /** A bundle's place in a channel. */
    record BundleRow(
            String packageName,
            String channel,
            String bundle,
            String replaces,
            List<String> skips,
            String skipRange,
            String image) {
        List<String> cells() {
            return List.of(packageName, channel, bundle, replaces, String.join(",", skips), skipRange, image);
        }
    }

    /** The package; its display name is that of the newest bundle in the default channel. */
    PackageRow row(PackageGraph graph) {
        String defaultChannel = graph.defaultChannel().orElse("");
        String displayName = graph.channels().stream()
                .filter(channel -> channel.name().equals(defaultChannel))
                .flatMap(channel -> ChannelGraph.of(channel).heads().stream())
                .map(head -> catalog.displayName(graph, head))
                .findFirst()
                .orElse("");
        return new PackageRow(graph.name(), displayName, defaultChannel);
    }

    /** The channels of a package by name. */
    List<ChannelRow> channels(PackageGraph graph) {
        return sorted(graph)
                .map(channel -> new ChannelRow(
                        graph.name(),
                        channel.name(),
                        String.join(",", ChannelGraph.of(channel).heads())))
                .toList();
    }

    /** The entries of all channels of a package, in catalog order. */
    List<BundleRow> bundles(PackageGraph graph) {
        Map<String, String> images = new HashMap<>();
        for (Bundle bundle : graph.bundles()) {
            images.putIfAbsent(bundle.name(), bundle.image());
        }
        return sorted(graph)
                .flatMap(channel -> channel.entries().stream().map(entry -> row(graph, channel, entry, images)))
                .toList();
    }

    private static BundleRow row(PackageGraph graph, Channel channel, Entry entry, Map<String, String> images) {
        return new BundleRow(
                graph.name(),
                channel.name(),
                entry.name(),
                entry.replaces().orElse(""),
                entry.skips(),
                entry.skipRange().orElse(""),
                images.getOrDefault(entry.name(), ""));
    }

    private static Stream<Channel> sorted(PackageGraph graph) {
        return graph.channels().stream().sorted(Comparator.comparing(Channel::name));
    }
}
