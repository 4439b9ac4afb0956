package io.olm4j.controller.extension.status;

import static io.olm4j.controller.extension.revision.Fixtures.condition;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.Conditions;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.extension.revision.Fixtures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link DeletionStatus}. */
class DeletionStatusTest {

    private static final Instant NOW = Instant.parse("2026-02-02T12:00:05Z");

    private final ClusterExtension extension = new ClusterExtension();
    private final ClusterExtensionStatus before = ExtensionStatus.of(
            new Conditions(List.of(), 1, Instant.parse(Fixtures.THEN)),
            states(installed(1, "1.0.0")),
            new Outcome.RevisionInPlace(),
            Optional.empty(),
            List.of());

    DeletionStatusTest() {
        extension.setMetadata(new ObjectMetaBuilder()
                .withName("ce")
                .withGeneration(2L)
                .withDeletionTimestamp("2026-02-02T12:00:03Z")
                .build());
    }

    private static ClusterObjectSet waiting() {
        ClusterObjectSet waiting = set(
                2,
                "1.1.0",
                LifecycleState.ACTIVE,
                condition(
                        "Progressing",
                        Status.TRUE,
                        "Deleting",
                        "Deleting since 2026-02-02T12:00:03Z: example/foo has finalizers [x]"));
        waiting.getMetadata().setDeletionTimestamp("2026-02-02T12:00:03Z");
        return waiting;
    }

    private Optional<Duration> pause(String now, ClusterObjectSet... left) {
        return DeletionStatus.pause(extension, List.of(left), Instant.parse(now));
    }

    @Test
    void shouldPutOffTheReportForFiveSeconds() {
        assertThat(pause("2026-02-02T12:00:03.4Z", installed(1, "1.0.0"))).hasValue(Duration.ofMillis(4600));
        assertThat(pause("2026-02-02T12:00:08Z", installed(1, "1.0.0"))).isEmpty();
    }

    @Test
    void shouldReportWhatARevisionReports() {
        assertThat(pause("2026-02-02T12:00:03.4Z", installed(1, "1.0.0"), waiting()))
                .isEmpty();
    }

    @Test
    void shouldReportIfTheClockIsBehindThatOfTheApiServer() {
        assertThat(pause("2026-02-02T12:00:02.9Z", installed(1, "1.0.0"))).isEmpty();
    }

    private ClusterExtensionStatus failed(boolean deleted) {
        extension.setStatus(before);
        return DeletionStatus.failed(extension, "a policy forbids it", deleted, NOW);
    }

    @Test
    void shouldSayWhichRequestFailed() {
        ClusterExtensionStatus after = failed(false);

        assertThat(Conditions.find(after.conditions(), "Progressing")).hasValueSatisfying(c -> {
            assertThat(c.reason()).isEqualTo("Deleting");
            assertThat(c.message()).isEqualTo("deleting since 2026-02-02T12:00:03Z: a policy forbids it");
        });
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .isEqualTo(Conditions.find(before.conditions(), "Installed"));
        assertThat(after.install()).isEqualTo(before.install());
        assertThat(after.activeRevisions()).isEqualTo(before.activeRevisions());
    }

    @Test
    void shouldNotNameRevisionsThatAreDeletedAlready() {
        ClusterExtensionStatus after = failed(true);

        assertThat(Conditions.find(after.conditions(), "Progressing"))
                .hasValueSatisfying(c -> assertThat(c.message())
                        .isEqualTo("deleting since 2026-02-02T12:00:03Z: the revisions and their objects are deleted,"
                                + " but: a policy forbids it"));
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.FALSE));
        assertThat(after.install()).isNull();
        assertThat(after.activeRevisions()).isEmpty();
    }

    @Test
    void shouldSayThatNothingIsInstalledWhenOthersHoldTheExtension() {
        extension.setStatus(before);
        ClusterExtensionStatus after = DeletionStatus.released(extension, false, List.of("example.com/hold"), NOW);

        assertThat(Conditions.find(after.conditions(), "Progressing"))
                .hasValueSatisfying(c -> assertThat(c.message())
                        .isEqualTo("deleting since 2026-02-02T12:00:03Z: the revisions and their objects are deleted;"
                                + " finalizers of others hold the extension: example.com/hold"));
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.FALSE));
        assertThat(after.install()).isNull();
        assertThat(after.activeRevisions()).isEmpty();
    }

    @Test
    void shouldSayWhatEachRevisionWaitsFor() {
        ClusterExtensionStatus after = DeletionStatus.of(
                extension, before, List.of(installed(1, "1.0.0"), waiting()), Optional.empty(), Finding.NONE, NOW);

        assertThat(Conditions.find(after.conditions(), "Progressing")).hasValueSatisfying(c -> {
            assertThat(c.status()).isEqualTo(Status.TRUE);
            assertThat(c.reason()).isEqualTo("Deleting");
            assertThat(c.observedGeneration()).isEqualTo(2);
            assertThat(c.message())
                    .isEqualTo("deleting since 2026-02-02T12:00:03Z: revision ce-1: its objects are being deleted\n"
                            + "revision ce-2: example/foo has finalizers [x]");
        });
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.UNKNOWN));
        assertThat(Conditions.find(after.conditions(), "Available"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.UNKNOWN));
        assertThat(after.activeRevisions()).extracting(r -> r.name()).containsExactly("ce-1", "ce-2");
    }

    @Test
    void shouldNameARevisionWithoutObjectsOnlyIfNoOtherIsLeft() {
        ClusterObjectSet archived = set(
                1,
                "1.0.0",
                LifecycleState.ARCHIVED,
                condition("Progressing", Status.FALSE, "Archived", "revision is archived"));

        ClusterExtensionStatus first = DeletionStatus.of(
                extension, before, List.of(archived, installed(2, "1.1.0")), Optional.empty(), Finding.NONE, NOW);

        assertThat(DeletionStatus.of(
                        extension, first, List.of(installed(2, "1.1.0")), Optional.empty(), Finding.NONE, NOW))
                .as("nothing changes when it is gone")
                .isEqualTo(first);
        assertThat(DeletionStatus.of(extension, first, List.of(archived), Optional.empty(), Finding.NONE, NOW)
                        .activeRevisions())
                .extracting(r -> r.name())
                .containsExactly("ce-1");
    }

    @Test
    void shouldSayWhyTheDeletionIsHeldBack() {
        ClusterExtensionStatus after = DeletionStatus.of(
                extension, before, List.of(installed(1, "1.0.0")), Optional.of("3 are left"), Finding.NONE, NOW);

        assertThat(Conditions.find(after.conditions(), "Progressing")).hasValueSatisfying(c -> {
            assertThat(c.status()).isEqualTo(Status.FALSE);
            assertThat(c.reason()).isEqualTo("InUse");
            assertThat(c.message()).isEqualTo("3 are left");
        });
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.TRUE));
        assertThat(Conditions.find(after.conditions(), "Available"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.TRUE));
        assertThat(after.install()).isNotNull();
    }

    @Test
    void shouldNotCallAnOperatorInstalledWhoseRevisionIsBeingDeletedWhileADefinitionHoldsItBack() {
        ClusterExtensionStatus after =
                DeletionStatus.of(extension, before, List.of(waiting()), Optional.of("3 are left"), Finding.NONE, NOW);

        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.UNKNOWN));
        assertThat(Conditions.find(after.conditions(), "Available"))
                .hasValueSatisfying(c -> assertThat(c.status()).isEqualTo(Status.UNKNOWN));
    }

    @Test
    void shouldSayTheSameUntilSomethingChanges() {
        List<ClusterObjectSet> left = List.of(installed(1, "1.0.0"));

        ClusterExtensionStatus first = DeletionStatus.of(extension, before, left, Optional.empty(), Finding.NONE, NOW);

        assertThat(DeletionStatus.of(extension, first, left, Optional.empty(), Finding.NONE, NOW.plusSeconds(60)))
                .isEqualTo(first);
    }
}
