package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import java.util.function.Supplier;

/**
 * A candidate that was not chosen.
 *
 * @param catalog the name of its ClusterCatalog
 * @param candidate the bundle
 * @param rule the first rule that dropped it
 * @param reason makes the text of {@link #why} when it is read. A package can have many bundles, and most reasons are
 *     never read
 */
public record Dropped(String catalog, Candidate candidate, Rule rule, Supplier<String> reason) {
    /**
     * The bundle.
     *
     * @return its name
     */
    public String bundle() {
        return candidate.name();
    }

    /**
     * The version of the bundle.
     *
     * @return as users see it; empty if the catalog states none
     */
    public String version() {
        return candidate.versionText();
    }

    /**
     * The reason.
     *
     * @return a clause such as {@code 1.0.0 is not ≥1.2.0}
     */
    public String why() {
        return reason.get();
    }
}
