package io.olm4j.graphdrawing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests for {@link PlainText}. */
class PlainTextTest {
    @Test
    void shouldDropWhatCannotBeSeen() {
        assertThat(PlainText.visible("a\u0000b\u202Ec\uD800d\te\nf\u2028g\uFFFE"))
                .isEqualTo("abcd e f g");
    }

    @Test
    void shouldEscapeForXml() {
        assertThat(PlainText.xml("<a b=\"c\">&amp;\u001b")).isEqualTo("&lt;a b=&quot;c&quot;&gt;&amp;amp;");
    }

    @Test
    void shouldCutInTheMiddleAndKeepTheEnd() {
        assertThat(PlainText.middleCut("operator-with-a-long-name.v1.2.3", 16)).isEqualTo("operat…me.v1.2.3");
        assertThat(PlainText.middleCut("short.v1", 8)).isEqualTo("short.v1");
    }

    @Test
    void shouldNeverExceedTheCells() {
        var wide = "漢字".repeat(5000);
        for (int cells = 8; cells < 40; cells++) {
            assertThat(PlainText.cells(PlainText.middleCut(wide, cells))).isBetween(cells - 3, cells);
            assertThat(PlainText.cells(PlainText.middleCut("x".repeat(cells + 1), cells)))
                    .isEqualTo(cells);
        }
    }

    @Test
    void shouldNotCutACharacterInTwo() {
        assertThat(PlainText.shortened("ab\uD83D\uDE00c", 3)).isEqualTo("ab…");
        assertThat(PlainText.shortened("abc", 3)).isEqualTo("abc");
    }
}
