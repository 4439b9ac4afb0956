package io.olm4j.controller.extension;

import static io.olm4j.controller.extension.revision.Fixtures.condition;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RollOutReportsTest {

    private static final RevisionStates NEW = states(set(1, "1.0.0", LifecycleState.ACTIVE));

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final RollOutReports reports = new RollOutReports(() -> now);

    private Optional<Duration> pause(ClusterExtension extension, RevisionStates states) {
        return pause(extension, states, new Outcome.RevisionInPlace());
    }

    private Optional<Duration> pause(ClusterExtension extension, RevisionStates states, Outcome outcome) {
        return reports.pause(extension, extension.getStatus(), states, outcome);
    }

    private static ClusterExtension extension(Condition... conditions) {
        var extension = new ClusterExtension();
        extension.setMetadata(
                new ObjectMetaBuilder().withName("ce").withUid("uid").build());
        extension.setStatus(new ClusterExtensionStatus(List.of(conditions), null, List.of()));
        return extension;
    }

    @Test
    void shouldReportANewRevisionAfterFourSeconds() {
        assertThat(pause(extension(), NEW)).contains(Duration.ofSeconds(4));

        now = now.plusSeconds(3);
        assertThat(pause(extension(), NEW)).contains(Duration.ofSeconds(1));

        now = now.plusSeconds(1);
        assertThat(pause(extension(), NEW)).isEmpty();
        assertThat(pause(extension(), NEW)).isEmpty();
    }

    @Test
    void shouldCountFourSecondsForEachRevision() {
        pause(extension(), NEW);
        now = now.plusSeconds(3);

        assertThat(pause(extension(), states(installed(1, "1.0.0"), set(2, "1.1.0", LifecycleState.ACTIVE))))
                .contains(Duration.ofSeconds(4));
    }

    @Test
    void shouldReportAtOnceWhatTheRevisionSays() {
        pause(extension(), NEW);

        assertThat(pause(extension(), states(installed(1, "1.0.0")))).isEmpty();
        assertThat(pause(
                        extension(),
                        states(set(
                                1,
                                "1.0.0",
                                LifecycleState.ACTIVE,
                                condition("Progressing", Status.TRUE, "Retrying", "no rights")))))
                .isEmpty();
    }

    @Test
    void shouldReportAFailureAtOnce() {
        assertThat(pause(extension(), NEW, new Outcome.Retrying("no image"))).isEmpty();
        assertThat(pause(extension(), NEW, new Outcome.HeldBack("AwaitingApproval", "1.1.0")))
                .isEmpty();
        assertThat(pause(extension(), NEW, new Outcome.RevisionInPlace(true))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Retrying", "Blocked", "AwaitingApproval", "InvalidConfiguration"})
    void shouldReportTheEndOfAFailureAtOnce(String reason) {
        assertThat(pause(extension(condition("Progressing", Status.FALSE, reason, "")), NEW))
                .isEmpty();
    }

    @Test
    void shouldReportAtOnceThatTheInstalledRevisionIsLost() {
        ClusterExtension extension = extension(condition("Progressing", Status.TRUE, "Succeeded", ""));
        ClusterExtensionStatus after = extension.getStatus();
        extension.setStatus(new ClusterExtensionStatus(
                after.conditions(), new Install(new BundleMetadata("p.v1.0.0", "1.0.0", null)), List.of()));

        assertThat(reports.pause(extension, after, NEW, new Outcome.RevisionInPlace()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Succeeded", "RollingOut"})
    void shouldPutOffTheReportOfAnUpgrade(String reason) {
        assertThat(pause(extension(condition("Progressing", Status.TRUE, reason, "")), NEW))
                .isPresent();
    }
}
