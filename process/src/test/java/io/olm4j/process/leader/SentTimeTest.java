package io.olm4j.process.leader;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SentTimeTest {

    private static final SentTime SENT = new SentTime(Long.MAX_VALUE - 5, 1_000_000);

    @ParameterizedTest
    @CsvSource({
        "9, 9, true",
        "10, 10, false",
        "1, 300, false", // the machine was suspended
        "300, 1, false", // the clock was set back meanwhile
        "9, -300, true", // the clock was set back
    })
    void shouldTakeTheLongerAge(long steadySeconds, long clockSeconds, boolean within) {
        var now = new SentTime(
                SENT.nanos() + Duration.ofSeconds(steadySeconds).toNanos(),
                SENT.millis() + Duration.ofSeconds(clockSeconds).toMillis());

        assertThat(SENT.isWithin(Duration.ofSeconds(10), now)).isEqualTo(within);
    }
}
