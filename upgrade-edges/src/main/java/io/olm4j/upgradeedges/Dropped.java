package io.olm4j.upgradeedges;

/**
 * A candidate that was not chosen.
 *
 * @param catalog where it is
 * @param bundle its name
 * @param rule the first rule it fell to
 * @param why what the rule says about it, a clause such as {@code 1.0.0 is not ≥1.2.0}
 */
public record Dropped(String catalog, String bundle, Rule rule, String why) {}
