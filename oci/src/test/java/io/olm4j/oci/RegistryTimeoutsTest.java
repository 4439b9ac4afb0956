package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link RegistryTimeouts}. */
class RegistryTimeoutsTest {

    @ParameterizedTest
    @CsvSource({"0, PT2M", "100000, PT2M1S", "67108864, PT19M4S", "2147483648, PT1H", "9223372036854775807, PT1H"})
    void shouldGiveAnImageTimeForItsSizeUpToAnHour(long bytes, Duration limit) {
        assertThat(RegistryTimeouts.DEFAULT.layers(bytes)).isEqualTo(limit);
    }
}
