package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link Documents}. */
class DocumentsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e3",
                "0x1F",
                "0b11",
                "0o7",
                "1_000",
                ".inf",
                "-.Inf",
                ".NaN",
                "2026-01-01",
                "2026-01-01T00:00:00Z",
                "1:30",
                "<<",
                "=",
                "on",
                "1.0",
                "null",
                "~"
            })
    void shouldQuoteTextThatReadersTakeForAnotherType(String text) throws IOException {
        assertThat(Documents.text(OutputFormat.YAML, Map.of("text", text))).isEqualTo("text: \"" + text + "\"\n");
        assertThat(Documents.text(OutputFormat.YAML, Map.of(text, "x"))).isEqualTo("\"" + text + "\": x\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mail", "mail.v1.0.0", "1.0.0", "a b", "example.com/mail:v1"})
    void shouldNotQuoteOtherText(String text) throws IOException {
        assertThat(Documents.text(OutputFormat.YAML, Map.of("text", text))).isEqualTo("text: " + text + "\n");
    }

    @Test
    void shouldQuotePointsInTime() throws IOException {
        assertThat(Documents.text(OutputFormat.YAML, Map.of("at", Instant.EPOCH)))
                .isEqualTo("at: \"1970-01-01T00:00:00Z\"\n");
    }
}
