package io.olm4j.bundle.config;

/**
 * A field of the configuration of a bundle.
 *
 * @param name the path from the root, joined by dots
 * @param type its type in words
 * @param required whether it must be set
 * @param description its effect and its allowed values
 */
public record ConfigurationField(String name, String type, boolean required, String description) {}
