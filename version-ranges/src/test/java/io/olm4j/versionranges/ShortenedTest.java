package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link Shortened}. */
class ShortenedTest {
    @ParameterizedTest
    @CsvSource({"'',''", "abc,abc", "abcd,abc…", "ab😀,ab…", "a😀b,a😀…", "a😀,a😀"})
    void shouldKeepWholeCharactersWhenCut(String text, String shortened) {
        assertThat(Shortened.of(3, text)).isEqualTo(shortened);
    }
}
