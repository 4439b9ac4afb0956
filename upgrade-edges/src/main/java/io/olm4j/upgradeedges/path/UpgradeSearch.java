package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the upgrade edges from one bundle to all reachable bundles, breadth first. It reaches every bundle by the
 * fewest upgrades; among equally short paths it uses the one that {@link UpgradeStep#ranked} puts first. It ignores
 * bundles whose version cannot be read.
 *
 * <p>Use a new object for every search.
 */
public final class UpgradeSearch {
    /**
     * The maximum number of comparisons of a skipRange with a version; one of a long range counts more than once. It
     * suffices for a chain of 10000 ranges and stops a hostile catalog.
     */
    private static final int MAX_COMPARISONS = 50_000_000;

    private final UpgradeGraph graph;
    private final InstalledVersion start;
    private final Map<String, List<Candidate>> unreached = new HashMap<>();

    /** The entries that replace or skip a bundle, by its name. */
    private final Map<String, List<PlacedEntry>> named = new HashMap<>();

    /** The entries with a skipRange whose bundles are not reached yet. */
    private final List<PlacedEntry> ranged = new ArrayList<>();

    private long rangedWeight;
    private long comparisons;

    UpgradeSearch(UpgradeGraph graph, InstalledVersion start) {
        this.graph = graph;
        this.start = start;
        for (var candidate : graph.candidates()) {
            if (isGoal(candidate)) {
                unreached
                        .computeIfAbsent(candidate.name(), name -> new ArrayList<>(1))
                        .add(candidate);
            }
        }
        graph.entries().all().forEach(this::index);
    }

    private boolean isGoal(Candidate candidate) {
        return candidate
                .version()
                .filter(version -> !candidate.name().equals(start.name()) || version.compareTo(start.version()) != 0)
                .isPresent();
    }

    private void index(PlacedEntry placed) {
        var entry = placed.entry();
        entry.replaces().ifPresent(name -> index(name, placed));
        entry.skips().forEach(name -> index(name, placed));
        if (entry.skipRange().isPresent() && unreached.containsKey(placed.name())) {
            ranged.add(placed);
            rangedWeight += placed.rangeWeight();
        }
    }

    /** Only for the bundles that the search can start from and end with. */
    private void index(String predecessor, PlacedEntry placed) {
        boolean followed = predecessor.equals(start.name()) || unreached.containsKey(predecessor);
        if (followed && unreached.containsKey(placed.name())) {
            named.computeIfAbsent(predecessor, name -> new ArrayList<>(2)).add(placed);
        }
    }

    /** The bundles that one upgrade reaches, the best first. */
    List<UpgradeStep> successors() {
        var found = new ArrayList<UpgradeStep>();
        follow(start, Optional.empty(), found);
        return UpgradeStep.ranked(found);
    }

    /** All reachable bundles, sorted by the number of upgrades, then the best path first. */
    public List<UpgradeStep> all() {
        var all = new ArrayList<UpgradeStep>();
        var level = successors();
        while (!level.isEmpty()) {
            all.addAll(level);
            forgetReached();
            var next = new ArrayList<UpgradeStep>();
            for (var step : level) {
                follow(step.bundle(), Optional.of(step), next);
            }
            level = UpgradeStep.ranked(next);
        }
        return all;
    }

    private void forgetReached() {
        if (ranged.removeIf(placed -> !unreached.containsKey(placed.name()))) {
            rangedWeight = ranged.stream().mapToLong(PlacedEntry::rangeWeight).sum();
        }
    }

    private void follow(InstalledVersion bundle, Optional<UpgradeStep> previous, List<UpgradeStep> found) {
        var filter = SuccessorFilter.of(graph.entries(), bundle);
        // Another bundle of this name reaches nothing more by its name.
        for (var placed : Optional.ofNullable(named.remove(bundle.name())).orElse(List.of())) {
            reach(filter, placed, previous, found);
        }
        comparisons += rangedWeight;
        if (comparisons > MAX_COMPARISONS) {
            ranged.clear();
        }
        for (var placed : ranged) {
            if (filter.skipsRange(placed)) {
                reach(filter, placed, previous, found);
            }
        }
    }

    private void reach(
            SuccessorFilter filter, PlacedEntry placed, Optional<UpgradeStep> previous, List<UpgradeStep> found) {
        var reached = Optional.ofNullable(unreached.remove(placed.name())).orElse(List.of());
        var edge = reached.stream().findFirst().flatMap(filter::edge);
        for (var candidate : reached) {
            var hop = new Hop(
                    candidate.name(), candidate.versionText(), graph.isDeprecated(candidate), edge.orElseThrow());
            found.add(UpgradeStep.of(candidate, hop, previous));
        }
    }
}
