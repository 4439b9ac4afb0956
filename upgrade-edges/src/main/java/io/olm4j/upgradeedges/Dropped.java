package io.olm4j.upgradeedges;

/**
 * A candidate that was not chosen.
 *
 * @param catalog the name of its ClusterCatalog
 * @param bundle its name
 * @param version its version as users see it; empty if the catalog states none
 * @param rule the first rule that dropped it
 * @param why the reason, a clause such as {@code 1.0.0 is not ≥1.2.0}
 */
public record Dropped(String catalog, String bundle, String version, Rule rule, String why) {}
