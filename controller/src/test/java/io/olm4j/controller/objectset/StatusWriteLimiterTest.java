package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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

    private static ClusterObjectSetStatus available(String reason) {
        return new ClusterObjectSetStatus(
                List.of(
                        new Condition("Progressing", Condition.Status.TRUE, reason, "", 1, NOW.toString()),
                        new Condition("Available", Condition.Status.TRUE, "ProbesSucceeded", "", 1, NOW.toString())),
                List.of());
    }

    private static ClusterObjectSetStatus status(String reason, String message) {
        var condition = new Condition("Available", Condition.Status.FALSE, reason, message, 1, NOW.toString());
        return new ClusterObjectSetStatus(List.of(condition), List.of());
    }

    private Optional<Duration> pause(
            String uid, ClusterObjectSetStatus before, ClusterObjectSetStatus after, Instant now) {
        return pace.pause(uid, before, after, false, now);
    }

    @Test
    void shouldWaitWhenOnlyAMessageChangesSoonAfterAWrite() {
        pace.wrote("uid", NOW);

        assertThat(pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW.plusMillis(300)))
                .contains(Duration.ofMillis(3700));
    }

    @Test
    void shouldNotWaitWhenItWasWrittenLongEnoughAgoOrNever() {
        assertThat(pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW))
                .isEmpty();

        pace.wrote("uid", NOW);
        assertThat(pause("uid", status("ProbeFailure", "a"), status("ProbeFailure", "b"), NOW.plusSeconds(4)))
                .isEmpty();
    }

    @Test
    void shouldNotWaitWhenAReasonChanges() {
        pace.wrote("uid", NOW);

        assertThat(pause("uid", status("ProbeFailure", "a"), status("Reconciling", "a"), NOW))
                .isEmpty();
    }

    @Test
    void shouldWriteWhatARollOutHasWaitedForForFourSeconds() {
        ClusterObjectSetStatus before = ClusterObjectSetStatus.EMPTY;
        ClusterObjectSetStatus after = progress("RollingOut", "a Deployment");

        assertThat(pause("uid", before, after, NOW)).contains(Duration.ofSeconds(4));
        assertThat(pause("uid", before, after, NOW.plusSeconds(3))).contains(Duration.ofSeconds(1));
        assertThat(pause("uid", before, after, NOW.plusSeconds(4))).isEmpty();
    }

    @Test
    void shouldWaitWhileARollOutGoesOnForTenSecondsAtMost() {
        ClusterObjectSetStatus before = progress("RollingOut", "nothing yet");

        assertThat(pause("uid", before, progress("RollingOut", "a definition"), NOW))
                .contains(Duration.ofSeconds(4));
        assertThat(pause("uid", before, progress("RollingOut", "a Deployment"), NOW.plusSeconds(3)))
                .contains(Duration.ofSeconds(4));
        assertThat(pause("uid", before, progress("RollingOut", "another one"), NOW.plusSeconds(7)))
                .contains(Duration.ofSeconds(3));
        assertThat(pause("uid", before, progress("RollingOut", "the last one"), NOW.plusSeconds(10)))
                .isEmpty();
    }

    @Test
    void shouldBeginAgainAfterAWriteInARollOut() {
        ClusterObjectSetStatus before = progress("RollingOut", "a definition");
        ClusterObjectSetStatus after = progress("RollingOut", "a Deployment");
        assertThat(pause("uid", before, after, NOW)).isPresent();

        pace.wrote("uid", NOW.plusSeconds(4));

        assertThat(pause("uid", before, after, NOW.plusSeconds(5))).contains(Duration.ofSeconds(4));
    }

    @Test
    void shouldNotWaitWhenARollOutEndsOrStops() {
        pace.wrote("uid", NOW);

        for (String reason : List.of("Succeeded", "Retrying", "Blocked")) {
            assertThat(pause("uid", progress("RollingOut", "a Deployment"), progress(reason, "a Deployment"), NOW))
                    .isEmpty();
        }
    }

    @Test
    void shouldPutOffAFailureOfProbesWhileANewerRevisionTakesOver() {
        ClusterObjectSetStatus available = available("Succeeded");
        ClusterObjectSetStatus failing = progress("Succeeded", "a Deployment");
        pace.wrote("uid", NOW);

        assertThat(pace.pause("uid", available, failing, false, NOW)).isEmpty();
        assertThat(pace.pause("uid", available, failing, true, NOW)).contains(Duration.ofSeconds(4));
        assertThat(pace.pause("uid", available, failing, true, NOW.plusSeconds(4)))
                .isEmpty();
        assertThat(pace.pause("uid", failing, available, true, NOW.plusSeconds(5)))
                .as("the end of the failure")
                .isEmpty();
        assertThat(pace.pause("uid", available, progress("Retrying", "a Deployment"), true, NOW.plusSeconds(5)))
                .as("another reason")
                .isEmpty();
    }

    @Test
    void shouldBeginAgainAfterAFailureThatWasNotWritten() {
        ClusterObjectSetStatus available = available("Succeeded");
        ClusterObjectSetStatus failing = progress("Succeeded", "a Deployment");
        assertThat(pace.pause("uid", available, failing, true, NOW)).isPresent();

        pace.settled("uid");

        assertThat(pace.pause("uid", available, failing, true, NOW.plusSeconds(20)))
                .contains(Duration.ofSeconds(4));
    }
}
