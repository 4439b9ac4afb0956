package io.olm4j.bundle.config;

/**
 * A field that a bundle can be configured with.
 *
 * @param name the path from the root, joined by dots
 * @param type its type in words
 * @param required whether it must be set
 * @param description what it does, and what may be in it
 */
public record ConfigurationField(String name, String type, boolean required, String description) {}
