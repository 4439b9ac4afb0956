package io.olm4j.bundle.typed;

/**
 * A field of a struct in {@link TypeTable}.
 *
 * @param name the JSON name, case-sensitive
 * @param type the type of its value
 * @param required whether the published OpenAPI schema requires it
 * @param omitEmpty whether the encoding leaves out an empty value
 * @param omitZero whether the encoding leaves out a zero struct
 */
public record Field(String name, FieldType type, boolean required, boolean omitEmpty, boolean omitZero) {}
