package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.catalog.Deprecation.Scope;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The upgrade edges of a package in some of its channels. It follows one or several upgrades, along the same edges as
 * the resolver.
 */
public final class UpgradeGraph {
    private final Entries entries;
    private final List<Candidate> candidates;
    private final Set<String> deprecated;

    private UpgradeGraph(Entries entries, List<Candidate> candidates, Set<String> deprecated) {
        this.entries = entries;
        this.candidates = candidates;
        this.deprecated = deprecated;
    }

    /**
     * Reads the edges of some channels.
     *
     * @param graph the package
     * @param channels only these channels; an empty list for all
     * @return the edges
     */
    public static UpgradeGraph of(PackageGraph graph, List<String> channels) {
        return new UpgradeGraph(
                new Entries(graph, channels),
                graph.bundles().stream().map(Candidate::of).toList(),
                deprecatedBundles(graph));
    }

    /** The edges of each channel alone, which share what does not depend on the channel. */
    public static Map<String, UpgradeGraph> byChannel(PackageGraph graph, Collection<String> channels) {
        UpgradeGraph all = of(graph, List.of());
        Map<String, UpgradeGraph> byChannel = new TreeMap<>();
        channels.forEach(channel -> byChannel.computeIfAbsent(
                channel, name -> new UpgradeGraph(new Entries(graph, List.of(name)), all.candidates, all.deprecated)));
        return byChannel;
    }

    /**
     * The bundles that one upgrade reaches.
     *
     * @param installed the bundle to start from, which the package need not contain
     * @return the direct successors with a readable version: those that are not deprecated first, then the highest
     *     version first
     * @throws VersionSyntaxException if the version or the release of the installed bundle cannot be read
     */
    public List<UpgradePath.Hop> successors(InstalledBundle installed) {
        return search(InstalledVersion.of(installed)).successors().stream()
                .map(UpgradeStep::hop)
                .toList();
    }

    public UpgradeSearch search(InstalledVersion start) {
        return new UpgradeSearch(this, start);
    }

    /** The entries of the channels. */
    public Entries entries() {
        return entries;
    }

    /** All bundles of the package in catalog order, also those in other channels or in none. */
    public List<Candidate> candidates() {
        return candidates;
    }

    /** The number of bundles, entries and skips: how much a search has to compare. */
    public long size() {
        return candidates.size() + entries.size();
    }

    public boolean isDeprecated(Candidate candidate) {
        return deprecated.contains(candidate.name());
    }

    /** Bundles that are not deprecated first, then the highest version first. */
    public Comparator<Candidate> bestFirst() {
        return Comparator.comparing(this::isDeprecated).thenComparing(Candidate.HIGHEST_FIRST);
    }

    private static Set<String> deprecatedBundles(PackageGraph graph) {
        return graph.deprecations().stream()
                .filter(deprecation -> deprecation.scope() == Scope.BUNDLE)
                .flatMap(deprecation -> deprecation.name().stream())
                .collect(Collectors.toSet());
    }
}
