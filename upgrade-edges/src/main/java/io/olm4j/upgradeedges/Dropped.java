package io.olm4j.upgradeedges;

/**
 * A candidate that was not chosen.
 *
 * @param catalog the name of its ClusterCatalog
 * @param bundle its name
 * @param rule the first rule that dropped it
 * @param why the reason, a clause such as {@code 1.0.0 is not ≥1.2.0}
 */
public record Dropped(String catalog, String bundle, Rule rule, String why) {}
