package io.olm4j.applier.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TurnTest {

    private static final Duration MOMENT = Duration.ofMillis(1);

    private Instant now = Instant.EPOCH;
    private final Turn turn = new Turn(() -> now);

    @Test
    void shouldStartNoMoreWritesAfterItsTime() {
        for (int i = 0; i < 100; i++) {
            assertThat(turn.takesWrite()).isTrue();
        }

        now = Instant.EPOCH.plus(Turn.LONGEST).plus(MOMENT);

        assertThat(turn.isOver()).isTrue();
        assertThat(turn.takesWrite()).isFalse();
    }

    @Test
    void shouldStartSomeWritesAlsoWhenReadsTookItsTime() {
        now = Instant.EPOCH.plus(Turn.LONGEST).plus(MOMENT);

        for (int i = 0; i < Turn.MIN_WRITES; i++) {
            assertThat(turn.isOver()).isFalse();
            assertThat(turn.takesWrite()).isTrue();
        }
        assertThat(turn.takesWrite()).isFalse();
    }

    @Test
    void shouldEndWhenFewWritesTakeTwiceItsTime() {
        assertThat(turn.takesWrite()).isTrue();

        now = Instant.EPOCH.plus(Turn.LONGEST.multipliedBy(2)).plus(MOMENT);

        assertThat(turn.isOver()).isTrue();
        assertThat(turn.takesWrite()).isFalse();
    }

    @Test
    void shouldAlwaysStartOneWrite() {
        now = Instant.EPOCH.plus(Duration.ofHours(1));

        assertThat(turn.takesWrite()).isTrue();
        assertThat(turn.takesWrite()).isFalse();
    }
}
