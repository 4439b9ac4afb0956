package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link TolerantVersion}. */
class TolerantVersionTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1.0.0",
        "1.2, 1.2.0",
        "v1.2.3, 1.2.3",
        "' 1.2.3\t', 1.2.3",
        "01.002.0003, 1.2.3",
        "00, 0.0.0",
        "000.0.00, 0.0.0",
        "1.2.003-rc.1+b, 1.2.3-rc.1+b",
        "1.2.0-rc, 1.2.0-rc",
        "1.2.00-rc, 1.2.0-rc",
        "1.2.-rc, 1.2.0-rc",
        "\u00a01.2.3\u0085, 1.2.3"
    })
    void shouldRead(String text, String version) {
        assertThat(TolerantVersion.parse(text)).hasToString(version);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1.2-rc | Short version cannot contain PreRelease/Build meta data",
                "1+b | Short version cannot contain PreRelease/Build meta data",
                "vv1 | Invalid character(s) found in major number \"v1\"",
                "`` | strconv.ParseUint: parsing \"\": invalid syntax",
                "1.2.0x | Invalid character(s) found in patch number \"x\"",
                "1.2.3.4 | Invalid character(s) found in patch number \"3.4\"",
                "1.. | strconv.ParseUint: parsing \"\": invalid syntax",
                "1.2.3-01 | Numeric PreRelease version must not contain leading zeroes \"01\"",
            })
    void shouldRefuse(String text, String problem) {
        assertThatThrownBy(() -> TolerantVersion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(problem);
    }
}
