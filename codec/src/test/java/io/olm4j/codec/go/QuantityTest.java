package io.olm4j.codec.go;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The expected texts are those that the Kubernetes API types print. */
class QuantityTest {
    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
                    0.5 500m
                    1024Mi 1Gi
                    1000000 1M
                    12e-1 1200e-3
                    .5 500m
                    0.0001 100u
                    1e6 1e6
                    5. 5.
                    2 2
                    100m 100m
                    1000m 1
                    1500m 1500m
                    1.5Gi 1536Mi
                    0.5Gi 512Mi
                    0.1Ki 102400m
                    1023Ki 1023Ki
                    1000Ki 1000Ki
                    1048576Ki 1Gi
                    1048576 1048576
                    10E 10E
                    1e4 10e3
                    1E3 1E3
                    12E2 1200
                    1.25e2 1.25e2
                    1.5e3 1500
                    1e-4 100e-6
                    9223372036854775808 9223372036854775808
                    8Ei 9223372036854775807
                    1.1Mi 1153433600m
                    0 0
                    0m 0
                    0.0 0
                    0Gi 0
                    +1 +1
                    -0.5 -500m
                    0.1n 1n
                    1.0000000001 1000000001n
                    1000k 1M
                    100.000 100
                    00100 00100
                    5.m 5.m
                    5.Mi 5.Mi
                    1.2345k 1234500m
                    """)
    void shouldPrintAsKubernetesDoesWhenQuantityIsValid(String text, String canonical) {
        assertThat(Quantity.canonical(text)).isEqualTo(canonical);
    }

    @Test
    void shouldRefuseALongTextWithoutMatchingIt() {
        String text = "0".repeat(1_000_000) + "x";
        assertThatThrownBy(() -> Quantity.canonical(text)).isInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "abc", "1 Gi", "1GiB", "1e", "1e9999999999", "--1", "m", ".", "1.2.3", "Ki", "1mi"})
    void shouldRefuseWhenTextIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantity.canonical(text))
                .isInstanceOf(NumberFormatException.class)
                .hasMessage("wants a quantity like 100m or 1Gi, got \"" + text + "\"");
    }
}
