package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.NextUpgrade;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The explanation of a resolution.
 *
 * @param conclusion a few sentences: the chosen bundle and the reason, or why there is none and what to do
 * @param dropped the candidates that were not chosen, in the order in which they were dropped
 * @param next the upgrades from the installed bundle in the wanted channels, the highest version first; only if upgrade
 *     edges count, and if no bundle fits or {@link Resolver#explain} was asked
 * @param path the sequence of upgrades, within one catalog and the wanted channels, to the best reachable bundle: if no
 *     bundle fits, to the best one in the wanted version range, otherwise to the best one of all
 * @param walk how the controller goes the path by itself; empty if no range was found with which it does
 */
public record Explanation(
        String conclusion,
        List<Dropped> dropped,
        List<NextUpgrade> next,
        Optional<CatalogPath> path,
        Optional<Walk> walk) {
    /** Copies the lists. */
    public Explanation {
        dropped = List.copyOf(dropped);
        next = List.copyOf(next);
    }

    /** An explanation without upgrades. */
    Explanation(String conclusion, List<Dropped> dropped) {
        this(conclusion, dropped, Detours.NONE);
    }

    Explanation(String conclusion, List<Dropped> dropped, Detours detours) {
        this(conclusion, dropped, detours.next(), detours.path(), detours.walk());
    }

    /**
     * What stands below the conclusion, for people: the next upgrades, the path and how to go it, then the candidates
     * that were dropped, grouped by rule, with the highest version first.
     *
     * @param all whether each dropped candidate has a line with its reason
     * @return a line each
     */
    public List<String> details(boolean all) {
        return new ExplanationLines(this, all).lines();
    }

    /**
     * The whole explanation as text for people.
     *
     * @param all whether each dropped candidate has a line with its reason
     * @return the conclusion, then the details
     */
    public String text(boolean all) {
        return details(all).stream().map(line -> "\n  " + line).collect(Collectors.joining("", conclusion, ""));
    }
}
