package io.olm4j.codec.json;

import org.jspecify.annotations.Nullable;

/** The characters that Go's JSON encoder escapes, without HTML escaping. */
final class JsonEscapes {
    private JsonEscapes() {}

    /** The escape of a character inside a JSON string, or null if it needs none. The caller handles surrogates. */
    static @Nullable String of(char c) {
        return switch (c) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case '\u2028' -> "\\u2028";
            case '\u2029' -> "\\u2029";
            default -> c < 0x20 ? "\\u00" + Character.forDigit(c >> 4, 16) + Character.forDigit(c & 0xF, 16) : null;
        };
    }
}
