package io.olm4j.cli.catalog;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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

    /**
     * A bundle's place in a channel.
     *
     * @param version with its release; as written where it cannot be read, empty where the bundle is missing
     * @param head whether it is a head of the channel
     * @param deprecations of the package, the channel and the bundle
     */
    record BundleRow(
            String packageName,
            String channel,
            String bundle,
            String version,
            boolean head,
            List<DeprecatedPart> deprecations,
            String replaces,
            List<String> skips,
            String skipRange,
            String image) {
        List<String> cells() {
            return List.of(
                    packageName,
                    channel,
                    bundle,
                    version,
                    head ? "yes" : "",
                    deprecations.stream().map(DeprecatedPart::text).collect(Collectors.joining("; ")),
                    replaces,
                    String.join(",", skips),
                    skipRange,
                    image);
        }
    }

    /**
     * What the author of a package asks users to stop using.
     *
     * @param scope package, channel or bundle
     */
    record DeprecatedPart(String scope, String message) {
        String text() {
            return scope + ": " + message.replaceAll("\\s+", " ").strip();
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

    /** The entries of all channels of a package: channels by name, bundles by version, the highest first. */
    List<BundleRow> bundles(PackageGraph graph) {
        Map<String, ListedBundle> bundles = new HashMap<>();
        for (Bundle bundle : graph.bundles()) {
            bundles.putIfAbsent(bundle.name(), ListedBundle.of(bundle));
        }
        return sorted(graph).flatMap(channel -> rows(graph, channel, bundles)).toList();
    }

    private static Stream<BundleRow> rows(PackageGraph graph, Channel channel, Map<String, ListedBundle> bundles) {
        Set<String> heads = Set.copyOf(ChannelGraph.of(channel).heads());
        Comparator<Entry> highestFirst = Comparator.<Entry, ListedBundle>comparing(
                        entry -> bundles.getOrDefault(entry.name(), ListedBundle.MISSING))
                .reversed();
        return channel.entries().stream().sorted(highestFirst).map(entry -> {
            ListedBundle bundle = bundles.getOrDefault(entry.name(), ListedBundle.MISSING);
            return new BundleRow(
                    graph.name(),
                    channel.name(),
                    entry.name(),
                    bundle.text(),
                    heads.contains(entry.name()),
                    deprecations(graph, channel, entry),
                    entry.replaces().orElse(""),
                    entry.skips(),
                    entry.skipRange().orElse(""),
                    bundle.image());
        });
    }

    private static List<DeprecatedPart> deprecations(PackageGraph graph, Channel channel, Entry entry) {
        return graph.deprecations().stream()
                .filter(deprecation -> switch (deprecation.scope()) {
                    case PACKAGE -> true;
                    case CHANNEL -> deprecation.name().equals(Optional.of(channel.name()));
                    case BUNDLE -> deprecation.isOfBundle(entry.name());
                })
                .map(deprecation ->
                        new DeprecatedPart(deprecation.scope().name().toLowerCase(Locale.ROOT), deprecation.message()))
                .toList();
    }

    private static Stream<Channel> sorted(PackageGraph graph) {
        return graph.channels().stream().sorted(Comparator.comparing(Channel::name));
    }
}
