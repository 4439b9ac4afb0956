package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.SpecRangePattern;
import io.olm4j.versionranges.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds a version range with which the controller goes from the installed bundle to another one by itself. It tries a
 * range by making the controller's choice again and again, as after each upgrade.
 */
final class WalkSearch {
    /** The maximum number of choices. It suffices for several ranges over a path of some tens of upgrades. */
    private static final int MAX_CHOICES = 200;

    /**
     * The maximum number of bundles and entries that the choices compare. All choices over a package of 50000 stay
     * below it.
     */
    private static final long MAX_COMPARISONS = 10_000_000;

    private final ResolutionRequest request;
    private final List<CatalogView> views;
    private final long bundlesAndEntries;
    private int choices;

    WalkSearch(ResolutionRequest request, List<CatalogView> views) {
        this.request = request;
        this.views = views;
        this.bundlesAndEntries =
                views.stream().mapToLong(view -> view.upgrades().size()).sum();
    }

    /** The end of a walk: the bundle that the controller keeps; nothing if it gets stuck without a choice. */
    private record End(Optional<InstalledVersion> bundle) {
        boolean isAt(Candidate goal) {
            return bundle.filter(end -> end.name().equals(goal.name())).isPresent();
        }
    }

    /**
     * Searches a range for a path. First it tries the range of the request, then all versions from the lowest to the
     * highest one of the path. It excludes the versions from which no further upgrade leads to the goal.
     *
     * @param start the installed bundle
     * @param path the bundles of the path without the installed one
     */
    Optional<Walk> find(InstalledVersion start, List<Candidate> path) {
        var goal = path.getLast();
        var wanted = request.versionRange().map(SpecRange::parse);
        if (walk(wanted, start).isAt(goal)) {
            return Optional.of(new Walk(request.versionRange(), true));
        }
        var text = bounds(start, path);
        while (SpecRangePattern.admits(text) && mayChoose()) {
            var end = walk(Optional.of(SpecRange.parse(text)), start);
            if (end.isAt(goal)) {
                return Optional.of(new Walk(Optional.of(text), false));
            }
            var deadEnd = end.bundle().map(bundle -> bundle.version().version().withoutBuild());
            if (deadEnd.isEmpty() || sameVersion(deadEnd.get(), goal)) {
                return Optional.empty();
            }
            text = text + " !=" + deadEnd.get();
        }
        return Optional.empty();
    }

    /** All versions from the lowest to the highest one; with pre-releases if there is one among them. */
    private static String bounds(InstalledVersion start, List<Candidate> path) {
        var versions = Stream.concat(
                        Stream.of(start.version().version()),
                        path.stream().map(step -> step.version().orElseThrow().version()))
                .map(Version::withoutBuild)
                .sorted()
                .toList();
        var lowest = versions.getFirst();
        boolean named = lowest.isPreRelease() || versions.getLast().isPreRelease();
        boolean needed = versions.stream().anyMatch(Version::isPreRelease);
        return ">=" + lowest + (needed && !named ? "-0" : "") + " <=" + versions.getLast();
    }

    private static boolean sameVersion(Version version, Candidate goal) {
        return goal.version()
                .filter(other -> other.version().compareTo(version) == 0)
                .isPresent();
    }

    private boolean mayChoose() {
        return choices < MAX_CHOICES && choices * bundlesAndEntries < MAX_COMPARISONS;
    }

    private End walk(Optional<SpecRange> range, InstalledVersion start) {
        var at = start;
        while (mayChoose()) {
            choices++;
            var next = choose(range, at);
            if (next.isEmpty() || next.get().equals(at)) {
                return new End(next);
            }
            at = next.get();
        }
        return new End(Optional.empty());
    }

    private Optional<InstalledVersion> choose(Optional<SpecRange> range, InstalledVersion at) {
        var dropped = new ArrayList<Dropped>();
        var selection = new CatalogSelection(request, range, Optional.of(at), dropped);
        var offers =
                views.stream().flatMap(view -> selection.best(view).stream()).toList();
        return !offers.isEmpty() && new CatalogChoice(request, dropped).choose(offers) instanceof Resolved resolved
                ? Optional.of(new InstalledVersion(resolved.bundle().name(), resolved.version()))
                : Optional.empty();
    }
}
