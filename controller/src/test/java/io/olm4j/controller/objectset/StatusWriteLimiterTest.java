package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusWriteLimiterTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final StatusWriteLimiter pace = new StatusWriteLimiter();

    private static ClusterObjectSetStatus progress(String reason, String waitsFor) {
        return new ClusterObjectSetStatus(
                List.of(
                        new Condition("Progressing", Condition.Status.TRUE, reason, "", 1, NOW.toString()),
                        new Condition(
                                "Available", Condition.Status.FALSE, "ProbeFailure", waitsFor, 1, NOW.toString())),
                List.of());
    }

    private static ClusterObjectSetStatus status(String reason, String message) {
        var condition = new Condition("Available", Condition.Status.FALSE, reason, message, 1, NOW.toString());
        return new ClusterObjectSetStatus(List.of(condition), List.of());
    }

    @Test
    void shouldWaitWhenOnlyAMessageChangesSoonAfterAWrite() {
        pace.wrote("uid", NOW);

        assertThat(pace.pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW.plusMillis(300)))
                .contains(Duration.ofMillis(3700));
    }

    @Test
    void shouldNotWaitWhenItWasWrittenLongEnoughAgoOrNever() {
        assertThat(pace.pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW))
                .isEmpty();

        pace.wrote("uid", NOW);
        assertThat(pace.pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW.plusSeconds(4)))
                .isEmpty();
    }

    @Test
    void shouldNotWaitWhenAReasonChanges() {
        pace.wrote("uid", NOW);

        assertThat(pace.pause("uid", status("ProbeFailure", "a"), status("Reconciling", "a"), NOW))
                .isEmpty();
    }

    @Test
    void shouldWriteWhatARollOutHasWaitedForForFourSeconds() {
        ClusterObjectSetStatus before = ClusterObjectSetStatus.EMPTY;
        ClusterObjectSetStatus after = progress("RollingOut", "a Deployment");

        assertThat(pace.pause("uid", before, after, NOW)).contains(Duration.ofSeconds(4));
        assertThat(pace.pause("uid", before, after, NOW.plusSeconds(3))).contains(Duration.ofSeconds(1));
        assertThat(pace.pause("uid", before, after, NOW.plusSeconds(4))).isEmpty();
    }

    @Test
    void shouldWaitWhileARollOutGoesOnForTenSecondsAtMost() {
        ClusterObjectSetStatus before = progress("RollingOut", "nothing yet");

        assertThat(pace.pause("uid", before, progress("RollingOut", "a definition"), NOW))
                .contains(Duration.ofSeconds(4));
        assertThat(pace.pause("uid", before, progress("RollingOut", "a Deployment"), NOW.plusSeconds(3)))
                .contains(Duration.ofSeconds(4));
        assertThat(pace.pause("uid", before, progress("RollingOut", "another one"), NOW.plusSeconds(7)))
                .contains(Duration.ofSeconds(3));
        assertThat(pace.pause("uid", before, progress("RollingOut", "the last one"), NOW.plusSeconds(10)))
                .isEmpty();
    }

    @Test
    void shouldBeginAgainAfterAWriteInARollOut() {
        ClusterObjectSetStatus before = progress("RollingOut", "a definition");
        ClusterObjectSetStatus after = progress("RollingOut", "a Deployment");
        assertThat(pace.pause("uid", before, after, NOW)).isPresent();

        pace.wrote("uid", NOW.plusSeconds(4));

        assertThat(pace.pause("uid", before, after, NOW.plusSeconds(5))).contains(Duration.ofSeconds(4));
    }

    @Test
    void shouldNotWaitWhenARollOutEndsOrStops() {
        pace.wrote("uid", NOW);

        for (String reason : List.of("Succeeded", "Retrying", "Blocked")) {
            assertThat(pace.pause("uid", progress("RollingOut", "a Deployment"), progress(reason, "a Deployment"), NOW))
                    .isEmpty();
        }
    }
}
