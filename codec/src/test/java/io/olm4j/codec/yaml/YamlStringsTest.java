package io.olm4j.codec.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link YamlStrings}. */
class YamlStringsTest {
    private static String written(String text) {
        StringBuilder out = new StringBuilder();
        YamlStrings.append(out, text);
        return out.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:5", "1:05", "1:59", "12:30:45", "1:1.5", "-1:1", "1_0:0"})
    void shouldQuoteWhenAReaderMayTakeItForANumberOfBase60(String text) {
        assertThat(written(text)).isEqualTo("\"" + text + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:60", "1:599", "a:1", "1:1:x"})
    void shouldWriteNoQuotesWhenNoReaderTakesItForANumber(String text) {
        assertThat(written(text)).isEqualTo(text);
    }

    @Test
    void shouldQuoteWhenANumberHasManyParts() {
        String text = "1" + ":1".repeat(100_000);
        assertThat(written(text)).isEqualTo("\"" + text + "\"");
    }
}
