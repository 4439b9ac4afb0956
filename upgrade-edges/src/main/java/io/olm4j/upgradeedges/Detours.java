package io.olm4j.upgradeedges;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.upgradeedges.path.NextUpgrade;
import io.olm4j.upgradeedges.path.UpgradeStep;
import io.olm4j.versionranges.SpecRange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The possible upgrades from the installed bundle.
 *
 * @param next the bundles that could be installed now, the highest version first
 * @param path the path of several upgrades to the goal
 * @param walk how the controller goes this path by itself; empty if no range was found with which it does
 */
record Detours(List<NextUpgrade> next, Optional<CatalogPath> path, Optional<Walk> walk) {
    static final Detours NONE = new Detours(List.of(), Optional.empty(), Optional.empty());

    private static final Comparator<Reached> HIGHEST_FIRST = comparing(Reached::candidate, Candidate.HIGHEST_FIRST)
            .thenComparing(
                    comparingInt((Reached reached) -> reached.view().catalog().priority())
                            .reversed())
            .thenComparing(reached -> reached.view().name());
    private static final Comparator<Reached> BEST_FIRST =
            comparing((Reached reached) -> reached.step().hop().deprecated()).thenComparing(HIGHEST_FIRST);

    private record Reached(CatalogView view, UpgradeStep step, Optional<String> outside) {
        Candidate candidate() {
            return step.candidate();
        }
    }

    /**
     * Searches every catalog for the best bundle that fits, if no single upgrade leads to one.
     *
     * @param range the wanted version range, parsed
     * @param installed the bundle from which upgrades start
     */
    static Detours of(
            ResolutionRequest request, Optional<SpecRange> range, InstalledVersion installed, List<CatalogView> views) {
        var reached = reached(range, installed, views);
        return of(
                reached,
                reached.stream().filter(place -> place.outside().isEmpty()).min(BEST_FIRST),
                new WalkSearch(request, views),
                installed);
    }

    /**
     * Searches every catalog for the best bundle, whatever the version range says, if several upgrades lead to it.
     *
     * @param range the wanted version range, parsed
     * @param installed the bundle from which upgrades start
     */
    static Detours onward(
            ResolutionRequest request, Optional<SpecRange> range, InstalledVersion installed, List<CatalogView> views) {
        var reached = reached(range, installed, views);
        return of(
                reached,
                reached.stream()
                        .min(BEST_FIRST)
                        .filter(best -> best.step().previous().isPresent()),
                new WalkSearch(request, views),
                installed);
    }

    private static List<Reached> reached(
            Optional<SpecRange> range, InstalledVersion installed, List<CatalogView> views) {
        return views.stream()
                .flatMap(view -> view.upgrades().search(installed).all().stream()
                        .map(step -> new Reached(view, step, outside(range, step))))
                .toList();
    }

    private static Detours of(
            List<Reached> reached, Optional<Reached> goal, WalkSearch walks, InstalledVersion installed) {
        var next = reached.stream()
                .filter(place -> place.step().previous().isEmpty())
                .sorted(HIGHEST_FIRST)
                .map(place -> new NextUpgrade(place.view().name(), place.step().hop(), place.outside()))
                .toList();
        return new Detours(
                next,
                goal.map(place ->
                        new CatalogPath(place.view().name(), place.step().path())),
                goal.flatMap(place -> walks.find(
                        installed,
                        place.step().steps().stream()
                                .map(UpgradeStep::candidate)
                                .toList())));
    }

    private static Optional<String> outside(Optional<SpecRange> range, UpgradeStep step) {
        return range.flatMap(wanted -> new VersionRangeFilter(wanted).mismatch(step.candidate()));
    }
}
