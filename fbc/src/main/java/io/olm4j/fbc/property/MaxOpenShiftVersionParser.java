package io.olm4j.fbc.property;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.versionranges.Version;

/**
 * Reads the value of an {@code olm.maxOpenShiftVersion} property by the rules of OLM Classic: a major and a minor
 * version, as text or as a number.
 */
final class MaxOpenShiftVersionParser {
    private MaxOpenShiftVersionParser() {}

    /** @throws IllegalArgumentException if the value is not such a version */
    static PropertyValue.MaxOpenShiftVersion parse(String json) {
        String text = unquoted(json.strip());
        if (text.isEmpty()) {
            throw new IllegalArgumentException("value cannot be \"\" (an empty string)");
        }
        Version version = version(text);
        if (version.patch() != 0 || version.isPreRelease()) {
            throw new IllegalArgumentException(
                    "property olm.maxOpenShiftVersion must specify only <major>.<minor> version,"
                            + " got invalid value " + text);
        }
        return new PropertyValue.MaxOpenShiftVersion(version.major(), version.minor());
    }

    private static Version version(String text) {
        try {
            return TolerantVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("failed to parse \"" + text + "\" as semver: " + e.getMessage(), e);
        }
    }

    /**
     * The text of a JSON string, without quotes that the text itself may have. For other values the JSON text, so that
     * 4.20 keeps its zero.
     */
    private static String unquoted(String json) {
        String text = json;
        if (text.startsWith("\"")) {
            try {
                JsonNode value = JsonValue.parse(text, ReaderLimits.DEFAULT);
                text = value.textValue();
            } catch (TextSyntaxException e) {
                throw new IllegalArgumentException(e.problem(), e);
            }
        }
        return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
