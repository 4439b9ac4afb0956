package io.olm4j.codec.go;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts follow the rules of Go's strconv, fmt and encoding/json. */
class GoNumbersTest {
    @ParameterizedTest
    @CsvSource({
        "1.0,       1,                     1,         1",
        "-0.0,      -0,                    -0,        -0",
        "999999,    999999,                999999,    999999",
        "1000000,   1000000,               1e+06,     1000000",
        "-1.5e20,   -150000000000000000000, -1.5e+20, -150000000000000000000",
        "1e21,      1e+21,                 1e+21,     1e+21",
        "0.0001,    0.0001,                0.0001,    0.0001",
        "0.00001,   0.00001,               1e-05,     1e-05",
        "1e-7,      1e-7,                  1e-07,     1e-07",
        "4.9e-324,  5e-324,                5e-324,    5e-324"
    })
    void shouldWriteExponentWhereEachOfGosFormatsHasOne(double value, String json, String shortest, String printed) {
        assertThat(GoNumbers.json(value)).isEqualTo(json);
        assertThat(GoNumbers.shortest64(value)).isEqualTo(shortest);
        assertThat(GoNumbers.printed(value)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({"NaN, NaN", "Infinity, +Inf", "-Infinity, -Inf"})
    void shouldPrintWhatIsNoNumber(double value, String printed) {
        assertThat(GoNumbers.printed(value)).isEqualTo(printed);
    }
}
