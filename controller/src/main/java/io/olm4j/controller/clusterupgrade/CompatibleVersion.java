package io.olm4j.controller.clusterupgrade;

import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A version of a package that supports the next version of the cluster.
 *
 * @param channel a channel that contains it
 */
record CompatibleVersion(String version, String channel) {

    /** A bundle that upgrades reach, and its package in one of the catalogs. */
    private record Reached(Candidate candidate, PackageGraph graph) {}

    /**
     * The highest version above the installed one that supports a version of the cluster and that upgrades can reach.
     * Each catalog is searched once, because a pass of an extension must end soon whatever a catalog contains.
     *
     * @param graphs the package in the selected catalogs
     */
    static Optional<CompatibleVersion> find(
            InstalledBundle installed, List<CatalogGraph> graphs, OpenShiftVersion cluster) {
        Optional<InstalledVersion> start = read(installed);
        return graphs.stream()
                .map(CatalogGraph::graph)
                .flatMap(graph -> start.stream().flatMap(from -> above(from, graph)))
                .filter(reached -> supports(reached.candidate().bundle(), cluster))
                .min(Comparator.comparing(Reached::candidate, Candidate.HIGHEST_FIRST))
                .flatMap(highest -> {
                    Bundle bundle = highest.candidate().bundle();
                    return channel(bundle, highest.graph())
                            .map(channel -> new CompatibleVersion(bundle.version(), channel));
                });
    }

    private static Optional<InstalledVersion> read(InstalledBundle installed) {
        try {
            return Optional.of(InstalledVersion.of(installed));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }

    private static Stream<Reached> above(InstalledVersion start, PackageGraph graph) {
        Version installed = start.version().version();
        return UpgradeGraph.of(graph, List.of()).search(start).all().stream()
                .filter(step -> step.bundle().version().version().compareTo(installed) > 0)
                .map(step -> new Reached(step.candidate(), graph));
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
}
