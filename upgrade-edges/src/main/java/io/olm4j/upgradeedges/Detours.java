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
 * The possible upgrades if no single upgrade leads to a wanted bundle.
 *
 * @param next the bundles that could be installed now, the highest version first
 * @param path the path of several upgrades to the best bundle that fits
 */
record Detours(List<NextUpgrade> next, Optional<CatalogPath> path) {
    static final Detours NONE = new Detours(List.of(), Optional.empty());

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
     * Searches every catalog.
     *
     * @param range the wanted version range, parsed
     * @param installed the bundle from which upgrades start
     */
    static Detours of(Optional<SpecRange> range, InstalledVersion installed, List<CatalogView> views) {
        var reached = views.stream()
                .flatMap(view -> view.upgrades().search(installed).all().stream()
                        .map(step -> new Reached(view, step, outside(range, step))))
                .toList();
        var next = reached.stream()
                .filter(place -> place.step().previous().isEmpty())
                .sorted(HIGHEST_FIRST)
                .map(place -> new NextUpgrade(place.view().name(), place.step().hop(), place.outside()))
                .toList();
        var path = reached.stream()
                .filter(place -> place.outside().isEmpty())
                .min(BEST_FIRST)
                .map(place -> new CatalogPath(place.view().name(), place.step().path()));
        return new Detours(next, path);
    }

    private static Optional<String> outside(Optional<SpecRange> range, UpgradeStep step) {
        return range.flatMap(wanted -> new VersionRangeFilter(wanted).objection(step.candidate()));
    }
}
