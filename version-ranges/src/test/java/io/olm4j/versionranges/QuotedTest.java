package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link Quoted}. */
class QuotedTest {
    /** Java escapes on the left, the quoted text on the right. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            quoteCharacter = '`',
            value = {
                "`plain text` `\"plain text\"`",
                "a\\\"b\\\\c \"a\\\"b\\\\c\"",
                "\\t\\n\\r\\f\\b \"\\t\\n\\r\\f\\b\"",
                "\\007\\013\\000\\033\\177 \"\\a\\v\\x00\\x1b\\x7f\"",
                "\\240 \"\\u00a0\"",
                "é≥😀 \"é≥😀\"",
                "\u200b\u2028 \"\\u200b\\u2028\"",
                "\uDBFF\uDFFF \"\\U0010ffff\""
            })
    void shouldEscapeWhatIsNotReadableWhenQuoted(String text, String quoted) {
        assertThat(Quoted.of(text.translateEscapes())).isEqualTo(quoted);
    }

    @Test
    void shouldQuoteTheBeginningWhenTheTextIsLong() {
        assertThat(Quoted.of(2, "\n\n\n")).isEqualTo("\"\\n\\n…\"");
    }
}
