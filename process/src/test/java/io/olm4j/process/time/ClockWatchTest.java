package io.olm4j.process.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

    private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger setBack = new AtomicInteger();

    private Instant now() {
        asked.incrementAndGet();
        return Instant.now().plus(ahead.get());
    }

    @Test
    void shouldTellOnceThatTheClockWasSetBackAndNotThatItWasSetForward() {
        try (var _ = ClockWatch.start(this::now, setBack::incrementAndGet)) {
            ahead.set(Duration.ofHours(1));
            awaitChecks();
            assertThat(setBack).hasValue(0);

            ahead.set(Duration.ZERO);
            awaitChecks();
            assertThat(setBack).hasValue(1);
        }
    }

    /** Waits for two further checks, so that one of them has begun after this call. */
    private void awaitChecks() {
        int before = asked.get();
        await().atMost(Duration.ofMinutes(1)).until(() -> asked.get() >= before + 2);
    }
}
