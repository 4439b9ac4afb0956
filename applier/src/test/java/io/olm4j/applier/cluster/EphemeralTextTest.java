package io.olm4j.applier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EphemeralTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Get x: read tcp 10.1.2.3:4567->10.0.0.1:443: connection reset | Get x: connection reset",
                "write udp [::1]:53->[::1]:99: refused | refused",
                "Failed to connect to localhost/127.0.0.1:6443 | Failed to connect to 127.0.0.1:6443",
                "nothing to remove -> here | nothing to remove -> here",
            })
    void shouldRemoveWhatDiffersEachTime(String message, String expected) {
        assertThat(EphemeralText.removedFrom(message)).isEqualTo(expected);
    }

    /** With a search from each character, each of these texts takes hours. */
    @ParameterizedTest
    @ValueSource(strings = {"1", "1.", "->", "read tcp 1->", "[a:", "localhost"})
    void shouldCutALongTextBeforeTheSearch(String part) {
        String text = part.repeat(5_000_000);

        assertThat(EphemeralText.removedFrom("read tcp " + text)).hasSizeLessThan(8_200);
    }
}
