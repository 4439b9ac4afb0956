package io.olm4j.codec.json;

import org.jspecify.annotations.Nullable;

/** Writes JSON strings as Go's JSON encoder does without HTML escaping, but loses nothing. */
final class JsonStrings {
    private JsonStrings() {}

    /**
     * Appends a string in quotes. A lone surrogate has no UTF-8 form and is escaped; Go reads this escape but never
     * writes it.
     */
    static void appendLossless(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            @Nullable String escape = JsonEscapes.of(c);
            if (escape != null) {
                out.append(escape);
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                out.append(c).append(text.charAt(++i));
            } else if (Character.isSurrogate(c)) {
                out.append("\\u").append(Integer.toHexString(c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
