package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequeuePolicyTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final RequeuePolicy pauses = new RequeuePolicy();

    private Optional<Duration> after(SetOutcome outcome) {
        return pauses.after("uid", outcome, Optional.empty(), NOW);
    }

    @Test
    void shouldDoubleThePauseUpToAMinuteWhenTheSameGoesWrongAgain() {
        assertThat(Stream.generate(() -> after(new SetOutcome.Retrying("why")).orElseThrow())
                        .limit(8)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
    }

    @Test
    void shouldStartAnewWhenItWentWellInBetween() {
        after(new SetOutcome.Retrying("why"));
        after(new SetOutcome.Retrying("why"));

        assertThat(after(new SetOutcome.RolledOut())).isEmpty();
        assertThat(after(new SetOutcome.Retrying("why"))).contains(Duration.ofSeconds(1));
    }

    @Test
    void shouldLeaveWhatAnEventEndsToTheEvent() {
        assertThat(after(new SetOutcome.Refused("rights"))).contains(Duration.ofMinutes(10));
        assertThat(after(new SetOutcome.Invalid("field", true))).contains(Duration.ofMinutes(10));
        assertThat(after(new SetOutcome.RolledOut())).isEmpty();
    }

    @Test
    void shouldLookAgainSoonAtWhatNoEventReports() {
        assertThat(after(new SetOutcome.Invalid("field", false))).contains(Duration.ofSeconds(10));
    }

    @Test
    void shouldLookEverMoreSeldomAtWhatStaysTheSameWhileItRollsOut() {
        assertThat(Stream.generate(() -> after(new SetOutcome.RollingOut("one")).orElseThrow())
                        .limit(8)
                        .map(Duration::toSeconds))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
        assertThat(after(new SetOutcome.RollingOut("another"))).contains(Duration.ofSeconds(1));
    }

    @Test
    void shouldLookAgainWhenTheDeadlinePasses() {
        var deadline = new ProgressDeadline(NOW.plusSeconds(90), 2);

        assertThat(pauses.after("uid", new SetOutcome.Refused("rights"), Optional.of(deadline), NOW))
                .contains(Duration.ofSeconds(90));
        assertThat(pauses.after("uid", new SetOutcome.Obstructed("collision"), Optional.of(deadline), NOW))
                .contains(Duration.ofSeconds(10));
    }
}
