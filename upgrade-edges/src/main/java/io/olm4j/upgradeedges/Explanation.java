package io.olm4j.upgradeedges;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How a resolution came about.
 *
 * @param conclusion who won and why, or why nobody did and what to do: one or two sentences
 * @param dropped the candidates that were not chosen, in the order in which they fell
 */
public record Explanation(String conclusion, List<Dropped> dropped) {
    /** Copies the list. */
    public Explanation {
        dropped = List.copyOf(dropped);
    }

    /**
     * The whole explanation for people.
     *
     * @return the conclusion, then a line per dropped candidate
     */
    public String text() {
        return dropped.stream()
                .map(drop -> "\n  " + drop.catalog() + "/" + drop.bundle() + ": "
                        + drop.rule().label() + ": " + drop.why())
                .collect(Collectors.joining("", conclusion, ""));
    }
}
