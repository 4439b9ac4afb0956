package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {

    @ParameterizedTest
    @CsvSource({
        "PT0S,0s",
        "PT119S,119s",
        "PT2M,2m",
        "PT9M59S,9m59s",
        "PT2H59M,179m",
        "PT3H,3h",
        "PT7H5M,7h5m",
        "PT47H59M,47h",
        "P2D,2d",
        "P7DT23H,7d23h",
        "P400D,400d",
        "P731D,2y1d"
    })
    void shouldWriteSpansAsKubectlDoes(Duration span, String expected) {
        assertThat(Age.of(span)).isEqualTo(expected);
    }
}
