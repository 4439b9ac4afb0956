package io.olm4j.controller.clusterupgrade;

import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A version of a package that supports the next version of the cluster.
 *
 * @param channel a channel that contains it
 */
record CompatibleVersion(String version, String channel) {

    private record Found(Version version, CompatibleVersion compatible) {}

    /**
     * The highest version above the installed one that supports a version of the cluster and that upgrades can reach.
     *
     * @param graphs the package in the selected catalogs
     */
    static Optional<CompatibleVersion> find(
            InstalledBundle installed, List<CatalogGraph> graphs, OpenShiftVersion cluster) {
        Optional<Version> from = version(installed.version());
        if (from.isEmpty()) {
            return Optional.empty();
        }
        return graphs.stream()
                .flatMap(graph -> find(installed, from.get(), graph.graph(), cluster).stream())
                .max(Comparator.comparing(Found::version))
                .map(Found::compatible);
    }

    private static Optional<Found> find(
            InstalledBundle installed, Version from, PackageGraph graph, OpenShiftVersion cluster) {
        var upgrades = UpgradeGraph.of(graph, List.of());
        return graph.bundles().stream()
                .flatMap(bundle -> found(bundle, from, graph, cluster).stream())
                .sorted(Comparator.comparing(Found::version).reversed())
                .filter(found -> graph.bundles().stream()
                        .filter(bundle -> bundle.version().equals(found.compatible.version))
                        .anyMatch(bundle ->
                                upgrades.path(installed, bundle.name()).isPresent()))
                .findFirst();
    }

    private static Optional<Found> found(Bundle bundle, Version from, PackageGraph graph, OpenShiftVersion cluster) {
        return version(bundle.version())
                .filter(version -> version.compareTo(from) > 0 && supports(bundle, cluster))
                .flatMap(version -> channel(bundle, graph)
                        .map(channel -> new Found(version, new CompatibleVersion(bundle.version(), channel))));
    }

    private static boolean supports(Bundle bundle, OpenShiftVersion cluster) {
        String properties = bundle.properties().stream()
                .filter(property -> property.type().equals(PropertyTypes.MAX_OPENSHIFT_VERSION))
                .map(Property::value)
                .map(value -> "{\"type\":\"" + PropertyTypes.MAX_OPENSHIFT_VERSION + "\",\"value\":" + value + "}")
                .collect(Collectors.joining(",", "[", "]"));
        return switch (OpenShiftLimit.of(Optional.of(properties))) {
            case OpenShiftLimit.Unlimited() -> true;
            case OpenShiftLimit.Limit(OpenShiftVersion limit) -> limit.admits(cluster);
            case OpenShiftLimit.Unreadable _ -> false;
        };
    }

    private static Optional<String> channel(Bundle bundle, PackageGraph graph) {
        List<String> channels = graph.channels().stream()
                .filter(channel -> channel.entries().stream()
                        .anyMatch(entry -> entry.name().equals(bundle.name())))
                .map(Channel::name)
                .toList();
        return graph.defaultChannel()
                .filter(channels::contains)
                .or(() -> channels.stream().findFirst());
    }

    private static Optional<Version> version(String text) {
        try {
            return Optional.of(Version.parse(text));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }
}
