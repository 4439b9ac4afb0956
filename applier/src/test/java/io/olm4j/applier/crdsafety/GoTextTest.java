package io.olm4j.applier.crdsafety;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected texts are those that Go 1.26 prints. */
class GoTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "123456, 123456",
        "999999, 999999",
        "1000000, 1e+06",
        "1234567, 1.234567e+06",
        "4294967295, 4.294967295e+09",
        "9223372036854775807, 9.223372036854776e+18",
        "1e21, 1e+21",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "-10000000, -1e+07",
        "1.5, 1.5"
    })
    void shouldPrintNumbersLikeGoWhenTheyAreFloats(double value, String expected) {
        assertThat(GoText.number(value)).isEqualTo(expected);
    }

    @Test
    void shouldSortKeysAndEscapeForHtmlWhenWrittenAsJson() throws IOException {
        // given
        String json = "{\"b\": [1.0, 2.5, 1e6, null, true], \"a\": \"<é&\\u2028\\u0001\\n>\"}";

        // when
        String text = GoText.json(new JsonMapper().readTree(json));

        // then
        assertThat(text)
                .isEqualTo("{\"a\":\"\\u003cé\\u0026\\u2028\\u0001\\n\\u003e\",\"b\":[1,2.5,1000000,null,true]}");
    }
}
