package io.olm4j.controller.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FirstReportTest {

    private final HasMetadata deleted = new ConfigMapBuilder()
            .withNewMetadata()
            .withDeletionTimestamp("2026-02-02T12:00:03Z")
            .endMetadata()
            .build();

    @Test
    void shouldWaitForTheRestOfTwoSeconds() {
        assertThat(FirstReport.wait(deleted, Instant.parse("2026-02-02T12:00:03.4Z")))
                .hasValue(Duration.ofMillis(1600));
    }

    @Test
    void shouldBeDueAfterTwoSeconds() {
        assertThat(FirstReport.wait(deleted, Instant.parse("2026-02-02T12:00:05Z")))
                .isEmpty();
    }

    @Test
    void shouldBeDueIfTheClockIsBehindThatOfTheApiServer() {
        assertThat(FirstReport.wait(deleted, Instant.parse("2026-02-02T12:00:02.9Z")))
                .isEmpty();
    }
}
