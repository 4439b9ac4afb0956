package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Deprecation.Scope;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The upgrade edges of a package in some of its channels, followed over one or several upgrades; the resolver follows
 * the same.
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
     * Takes the edges of some channels.
     *
     * @param graph the package
     * @param channels only these; none for all
     * @return the edges
     */
    public static UpgradeGraph of(PackageGraph graph, List<String> channels) {
        return new UpgradeGraph(
                new Entries(graph, channels),
                graph.bundles().stream().map(Candidate::of).toList(),
                deprecatedBundles(graph));
    }

    /**
     * Where one upgrade leads.
     *
     * @param installed the bundle to start from; the package need not have it
     * @return the direct successors with a readable version: those that are not deprecated first, then the highest
     *     version first
     * @throws VersionSyntaxException if the version or the release of the installed bundle cannot be read
     */
    public List<UpgradePath.Hop> successors(InstalledBundle installed) {
        return search(InstalledVersion.of(installed)).successors().stream()
                .map(UpgradeStep::hop)
                .toList();
    }

    /**
     * The way to a bundle by the fewest upgrades; among equally short ones the one with the fewest deprecated bundles,
     * then the one with the highest version where they part.
     *
     * @param installed the bundle to start from; the package need not have it
     * @param bundle the name of the bundle to end with
     * @return nothing if no upgrades lead there; gives up on a catalog whose skipRanges would need more than 50 million
     *     comparisons
     * @throws VersionSyntaxException if the version or the release of the installed bundle cannot be read
     */
    public Optional<UpgradePath> path(InstalledBundle installed, String bundle) {
        return search(InstalledVersion.of(installed)).all().stream()
                .filter(step -> step.candidate().name().equals(bundle))
                .findFirst()
                .map(UpgradeStep::path);
    }

    UpgradeSearch search(InstalledVersion start) {
        return new UpgradeSearch(this, start);
    }

    /** The entries of the channels. */
    Entries entries() {
        return entries;
    }

    /** All bundles of the package in catalog order, also those in other channels or in none. */
    List<Candidate> candidates() {
        return candidates;
    }

    boolean isDeprecated(Candidate candidate) {
        return deprecated.contains(candidate.name());
    }

    /** What is not deprecated before what is, then the highest version first. */
    Comparator<Candidate> bestFirst() {
        return Comparator.comparing(this::isDeprecated).thenComparing(Candidate.HIGHEST_FIRST);
    }

    private static Set<String> deprecatedBundles(PackageGraph graph) {
        return graph.deprecations().stream()
                .filter(deprecation -> deprecation.scope() == Scope.BUNDLE)
                .flatMap(deprecation -> deprecation.name().stream())
                .collect(Collectors.toSet());
    }
}
