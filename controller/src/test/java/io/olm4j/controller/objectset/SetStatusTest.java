package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.Labels;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.engine.Availability;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SetStatusTest {

    private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant SOON = CREATED.plusSeconds(5);
    private static final Instant LATE = CREATED.plus(Duration.ofMinutes(10));

    private static ClusterObjectSet set(@Nullable Integer deadline) {
        ClusterObjectSet set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder()
                .withName("app-1")
                .withGeneration(1L)
                .withCreationTimestamp(CREATED.toString())
                .withAnnotations(Map.of(Annotations.BUNDLE_VERSION, "1.2.3"))
                .build());
        set.setSpec(new ClusterObjectSetSpec(
                LifecycleState.ACTIVE, 1, CollisionProtection.PREVENT, List.of(), deadline, List.of()));
        return set;
    }

    private static final Availability AVAILABLE = new Availability.Available();

    private static List<String> conditions(ClusterObjectSet set, SetOutcome outcome, Instant now) {
        return conditions(
                set, outcome, outcome instanceof SetOutcome.RolledOut ? AVAILABLE : unavailable(outcome), now);
    }

    private static Availability unavailable(SetOutcome outcome) {
        return new Availability.Unavailable(outcome.message());
    }

    private static List<String> conditions(
            ClusterObjectSet set, SetOutcome outcome, Availability availability, Instant now) {
        ClusterObjectSetStatus status = SetStatus.of(set, outcome, availability, List.of(), now);
        set.setStatus(status);
        return status.conditions().stream()
                .map(c -> c.type() + " " + c.status() + "/" + c.reason() + " " + c.message())
                .toList();
    }

    @Test
    void shouldSayThatItRolledOut() {
        assertThat(conditions(set(null), new SetOutcome.RolledOut(), SOON))
                .containsExactly(
                        "Progressing TRUE/Succeeded Revision 1.2.3 has rolled out.",
                        "Available TRUE/ProbesSucceeded Objects are available and pass all probes.",
                        "Succeeded TRUE/Succeeded Revision succeeded rolling out.");
    }

    @Test
    void shouldSayThatContentIsMissingInWordsThatAreUnderstood() {
        var unreadable = new SetOutcome.Retrying(Content.RESOLVING + "secret \"s\" not found");
        for (Instant now : List.of(SOON, LATE)) {
            ClusterObjectSet set = set(5);
            set.setStatus(SetStatus.of(set, unreadable, unavailable(unreadable), List.of(), now));

            assertThat(Content.isMissingFrom(set)).isTrue();
        }
        ClusterObjectSet other = set(5);
        var quoting = new SetOutcome.Retrying("phase \"deploy\": " + unreadable.message());
        other.setStatus(SetStatus.of(other, quoting, unavailable(quoting), List.of(), LATE));
        assertThat(Content.isMissingFrom(other)).isFalse();
    }

    @Test
    void shouldSayThatAnotherRevisionReplacesItAndNotBlameItForTheTime() {
        ClusterObjectSet set = set(5);
        set.getMetadata().setAnnotations(Map.of(Annotations.BUNDLE_VERSION, "1.2.3", Annotations.REPLACED_BY, "app-2"));

        assertThat(conditions(set, SetRollout.rolledOut(set), AVAILABLE, LATE))
                .containsExactly(
                        "Progressing TRUE/RollingOut Revision 1.2.3 is rolling out. app-2 replaces it: it is archived"
                                + " when app-2 has rolled out.",
                        "Available TRUE/ProbesSucceeded Objects are available and pass all probes.");
    }

    @Test
    void shouldForgetTheSuccessOfTheTimeBeforeItGotItsPhases() {
        // given
        ClusterObjectSet set = set(null);
        set.setStatus(SetStatus.of(set, new SetOutcome.RolledOut(), AVAILABLE, List.of(), SOON));
        assertThat(set.hasRolledOut()).isTrue();

        // when
        set.getMetadata().setGeneration(2L);
        set.setSpec(new ClusterObjectSetSpec(
                LifecycleState.ACTIVE,
                1,
                CollisionProtection.PREVENT,
                List.of(new ClusterObjectSetSpec.Phase("deploy", List.of(), null)),
                null,
                List.of()));

        // then
        assertThat(set.hasRolledOut()).isFalse();
        assertThat(conditions(set, new SetOutcome.Refused("no rights"), SOON))
                .noneMatch(condition -> condition.startsWith("Succeeded"));
    }

    @Test
    void shouldNotCallObjectsAvailableThatNoReleaseNames() {
        ClusterObjectSet set = set(null);
        set.getMetadata().setLabels(Map.of(Labels.MIGRATED_FROM_HELM, "true"));

        assertThat(conditions(set, new SetOutcome.RolledOut(), SOON))
                .contains("Available UNKNOWN/Reconciling the Helm release of this revision could not be read; the next"
                        + " revision takes over its objects");
    }

    @Test
    void shouldSayWhatItWaitsFor() {
        assertThat(conditions(set(null), new SetOutcome.RollingOut("Object x: y"), SOON))
                .containsExactly(
                        "Progressing TRUE/RollingOut Revision 1.2.3 is rolling out.",
                        "Available FALSE/ProbeFailure Object x: y");
    }

    @Test
    void shouldSayWhatTheObjectsAreLikeWhateverThePassEndedIn() {
        for (SetOutcome outcome : List.of(
                new SetOutcome.Retrying("no"),
                new SetOutcome.Obstructed("no"),
                new SetOutcome.Blocked("no"),
                new SetOutcome.Invalid("no", true),
                new SetOutcome.Refused("no"),
                new SetOutcome.RolledOut())) {
            assertThat(conditions(set(null), outcome, AVAILABLE, SOON))
                    .contains("Available TRUE/ProbesSucceeded Objects are available and pass all probes.");
            assertThat(conditions(set(null), outcome, new Availability.Unavailable("Object x: y"), SOON))
                    .contains("Available FALSE/ProbeFailure Object x: y");
            assertThat(conditions(set(null), outcome, new Availability.Unknown("cannot be read"), SOON))
                    .contains("Available UNKNOWN/Reconciling cannot be read");
        }
    }

    @Test
    void shouldBeBlockedWhenOnlyAnotherRevisionMendsIt() {
        assertThat(conditions(set(null), new SetOutcome.Invalid("why", true), SOON))
                .contains("Progressing FALSE/Blocked why");
    }

    @Test
    void shouldSayThatTheDeadlineHasPassedUntilItRollsOutAfterAll() {
        ClusterObjectSet set = set(10);

        assertThat(conditions(set, new SetOutcome.RollingOut("x"), SOON))
                .contains("Progressing TRUE/RollingOut Revision 1.2.3 is rolling out.");
        assertThat(conditions(set, new SetOutcome.RollingOut("x"), LATE))
                .contains("Progressing FALSE/ProgressDeadlineExceeded Revision has not rolled out for 10 minute(s)."
                        + " Last status: "
                        + "Revision 1.2.3 is rolling out.");
        assertThat(conditions(set, new SetOutcome.RolledOut(), LATE))
                .contains("Progressing TRUE/Succeeded Revision 1.2.3 has rolled out.");
        assertThat(conditions(set, new SetOutcome.RollingOut("x"), LATE))
                .as("a set that succeeded once has no deadline any more")
                .contains("Progressing TRUE/RollingOut Revision 1.2.3 is rolling out.");
    }

    @Test
    void shouldSayThatItIsArchived() {
        assertThat(conditions(set(null), new SetOutcome.Archived(), SOON))
                .containsExactly(
                        "Progressing FALSE/Archived revision is archived",
                        "Available UNKNOWN/Archived revision is archived");
    }

    @Test
    void shouldChangeNothingWhenNothingChanges() {
        ClusterObjectSet set = set(null);
        ClusterObjectSetStatus first = SetStatus.of(
                set, new SetOutcome.RolledOut(), AVAILABLE, List.of(new ObservedPhase("deploy", "sha256:a")), SOON);
        set.setStatus(first);

        assertThat(SetStatus.of(
                        set,
                        new SetOutcome.RolledOut(),
                        AVAILABLE,
                        List.of(new ObservedPhase("deploy", "sha256:b")),
                        LATE))
                .as("the first digests stay, and so do the transition times")
                .isEqualTo(first);
        assertThat(first.conditions()).extracting(Condition::lastTransitionTime).containsOnly("2026-01-01T00:00:05Z");
    }

    @Test
    void shouldComeBackWhenTheDeadlinePasses() {
        RequeuePolicy pauses = new RequeuePolicy();
        Optional<ProgressDeadline> deadline = ProgressDeadline.of(set(10));

        assertThat(pauses.after("u", new SetOutcome.Refused("x"), deadline, LATE.minusSeconds(5)))
                .contains(Duration.ofSeconds(5));
        assertThat(pauses.after("u", new SetOutcome.Refused("x"), deadline, LATE))
                .contains(Duration.ofMinutes(10));
        assertThat(pauses.after("u", new SetOutcome.RolledOut(), deadline, SOON))
                .isEmpty();
        assertThat(pauses.after("u", new SetOutcome.Obstructed("x"), deadline, LATE.minusSeconds(2)))
                .contains(Duration.ofSeconds(2));
    }

    @Test
    void shouldPauseLongerAfterEveryFailureUpToAMinute() {
        RequeuePolicy pauses = new RequeuePolicy();
        SetOutcome failure = new SetOutcome.Retrying("x");

        assertThat(pauses.after("u", failure, Optional.empty(), SOON)).contains(Duration.ofSeconds(1));
        assertThat(pauses.after("u", failure, Optional.empty(), SOON)).contains(Duration.ofSeconds(2));
        for (int i = 0; i < 100; i++) {
            pauses.after("u", failure, Optional.empty(), SOON);
        }
        assertThat(pauses.after("u", failure, Optional.empty(), SOON)).contains(Duration.ofMinutes(1));
        pauses.after("u", new SetOutcome.RolledOut(), Optional.empty(), SOON);
        assertThat(pauses.after("u", failure, Optional.empty(), SOON)).contains(Duration.ofSeconds(1));
    }
}
