package io.olm4j.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.codec.documents.Reading;
import io.olm4j.codec.text.ReaderLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are those that Go's encoder writes. */
class CanonicalJsonTest {
    @Test
    void shouldSortKeysByTheirBytes() {
        String keys = "\"\uFFFD\":1,\"\uD83D\uDE00\":2,\"z\":3,\"Z\":4,\"\u00e9\":5";

        assertThat(Reading.json("{\"schema\":\"a\",\"v\":{" + keys + "}}"))
                .containsExactly(
                        "{\"schema\":\"a\",\"v\":" + "{\"Z\":4,\"z\":3,\"\u00e9\":5,\"\uFFFD\":1,\"\uD83D\uDE00\":2}}");
    }

    @Test
    void shouldEscapeAsGoDoes() {
        String blob = "{\"schema\":\"<>&\\/\\u007f\\u2028\\u2029\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\\\ud800x\\"
                + "ud83d\\ude00\"}";

        assertThat(Reading.json(blob))
                .containsExactly("{\"schema\":\"<>&/\u007f\\u2028\\u2029\\u0000\\u001f\\b\\f\\n\\r\\t\\\"\\\\"
                        + "\uFFFDx\uD83D\uDE00\"}");
    }

    @Test
    void shouldEndALineWithALineEnd() {
        byte[] line =
                CanonicalJson.line(JsonValue.parse("{\"schema\":\"\u00e9\",\"l\":[[],{},[{}]]}", ReaderLimits.DEFAULT));

        assertThat(new String(line, StandardCharsets.UTF_8)).isEqualTo("{\"l\":[[],{},[{}]],\"schema\":\"\u00e9\"}\n");
    }

    @Test
    void shouldKnowTheSizeOfEveryCharacter() {
        for (char c = 0; c < Character.MAX_VALUE; c++) {
            String text = "x" + c;
            int written = CanonicalJson.line(TextNode.valueOf(text)).length - "\"\"\n".length();

            assertThat(CanonicalJson.size(text)).as("U+%04X", (int) c).isEqualTo(written);
        }
        assertThat(CanonicalJson.size("\uD83D\uDE00")).isBetween(4L, 6L);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1",
        "-0, -0",
        "0e5, 0",
        "100, 100",
        "1e2, 100",
        "1.50, 1.5",
        "123456789012345678, 123456789012345680",
        "1e20, 100000000000000000000",
        "1e21, 1e+21",
        "1.5e300, 1.5e+300",
        "0.000001, 0.000001",
        "0.00000123, 0.00000123",
        "1e-7, 1e-7",
        "-2.5e-9, -2.5e-9",
        "4.9e-324, 5e-324",
        "1.7976931348623157e308, 1.7976931348623157e+308",
        "0.1, 0.1",
        "9007199254740993, 9007199254740992"
    })
    void shouldWriteNumbersAsFloat64(String number, String written) {
        assertThat(Reading.json("{\"schema\":\"a\",\"v\":" + number + "}"))
                .containsExactly("{\"schema\":\"a\",\"v\":" + written + "}");
    }
}
