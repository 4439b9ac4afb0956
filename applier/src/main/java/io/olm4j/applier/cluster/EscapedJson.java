package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HexFormat;

/**
 * Writes JSON that a reader of YAML understands in the same way. The API server reads the object of a server-side apply
 * as YAML, which has no control characters and takes some others for ends of lines.
 */
final class EscapedJson {

    private static final HexFormat HEX = HexFormat.of();

    private EscapedJson() {}

    static String of(JsonNode tree) {
        String json = tree.toString();
        StringBuilder escaped = new StringBuilder(json.length());
        // Such characters occur only within strings.
        json.chars().forEach(c -> {
            if (mustBeEscaped(c)) {
                escaped.append("\\u").append(HEX.toHexDigits((char) c));
            } else {
                escaped.append((char) c);
            }
        });
        return escaped.toString();
    }

    private static boolean mustBeEscaped(int c) {
        return (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff || c >= 0xfffe;
    }
}
