package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.NextUpgrade;
import io.olm4j.upgradeedges.path.UpgradePath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The explanation of a resolution.
 *
 * @param conclusion a few sentences: the chosen bundle and the reason, or why there is none and what to do
 * @param dropped the candidates that were not chosen, in the order in which they were dropped
 * @param next the upgrades from the installed bundle in the wanted channels, the highest version first; only if no
 *     bundle fits and upgrade edges count
 * @param path the sequence of upgrades, within one catalog and the wanted channels, to the best reachable bundle in the
 *     wanted version range; only if no bundle fits and upgrade edges count
 */
public record Explanation(
        String conclusion, List<Dropped> dropped, List<NextUpgrade> next, Optional<CatalogPath> path) {
    /** Copies the lists. */
    public Explanation {
        dropped = List.copyOf(dropped);
        next = List.copyOf(next);
    }

    /** An explanation without upgrades. */
    Explanation(String conclusion, List<Dropped> dropped) {
        this(conclusion, dropped, List.of(), Optional.empty());
    }

    /**
     * The whole explanation as text for people.
     *
     * @return the conclusion, then a line per dropped candidate, per next upgrade and per upgrade of the path
     */
    public String text() {
        var lines = Stream.of(
                dropped.stream()
                        .map(drop -> drop.catalog() + "/" + drop.bundle() + ": "
                                + drop.rule().label() + ": " + drop.why()),
                next.stream()
                        .map(upgrade -> "next upgrade: " + line(upgrade.catalog(), upgrade.hop())
                                + upgrade.outside().map(why -> "; " + why).orElse("")),
                path.stream()
                        .flatMap(way -> way.path().hops().stream().map(hop -> "path: " + line(way.catalog(), hop))));
        return lines.flatMap(part -> part).map(line -> "\n  " + line).collect(Collectors.joining("", conclusion, ""));
    }

    private static String line(String catalog, UpgradePath.Hop hop) {
        return catalog + "/" + hop.bundle() + " (" + hop.version() + (hop.deprecated() ? ", deprecated" : "") + "): "
                + hop.edge();
    }
}
