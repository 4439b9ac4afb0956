package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link Percentiles}. */
class PercentilesTest {

    @ParameterizedTest
    @CsvSource({"0, 1", "50, 3", "75, 4", "100, 5", "90, 4.6"})
    void shouldInterpolateWhenThePercentileIsBetweenTwoValues(double percent, double expected) {
        assertThat(Percentiles.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0), percent)).isEqualTo(expected);
    }

    @Test
    void shouldReturnTheMeanOfTheMiddleWhenTheNumberOfValuesIsEven() {
        assertThat(Percentiles.of(List.of(1.0, 2.0, 4.0, 9.0), 50)).isEqualTo(3.0);
    }

    @Test
    void shouldRefuseWhenThereAreNoValues() {
        assertThatIllegalArgumentException().isThrownBy(() -> Percentiles.of(List.of(), 50));
    }
}
