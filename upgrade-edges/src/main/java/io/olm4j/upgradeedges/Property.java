package io.olm4j.upgradeedges;

/**
 * A property of a bundle.
 *
 * @param type such as {@code olm.gvk.required}
 * @param value JSON text
 */
public record Property(String type, String value) {}
