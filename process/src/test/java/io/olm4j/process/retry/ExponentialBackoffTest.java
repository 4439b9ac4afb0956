package io.olm4j.process.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests for {@link ExponentialBackoff}. */
class ExponentialBackoffTest {

    private static final ExponentialBackoff BACKOFF =
            new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

    @Test
    void shouldDoubleUpToTheBound() {
        assertThat(IntStream.rangeClosed(1, 8).mapToObj(BACKOFF::after).map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void shouldStayAtTheBoundHoweverOftenItFails() {
        assertThat(BACKOFF.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofMinutes(1));
    }
}
