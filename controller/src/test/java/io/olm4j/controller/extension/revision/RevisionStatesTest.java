package io.olm4j.controller.extension.revision;

import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Conditions;
import io.olm4j.controller.extension.status.ExtensionStatus;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link RevisionStates}. */
class RevisionStatesTest {

    @Test
    void shouldTakeTheHighestThatRolledOutAsInstalled() {
        RevisionStates states = states(
                set(4, "1.3.0", LifecycleState.ACTIVE),
                installed(2, "1.1.0"),
                installed(3, "1.2.0"),
                set(5, "1.4.0", LifecycleState.ACTIVE));

        assertThat(states.installed())
                .hasValueSatisfying(r -> assertThat(r.bundleVersion()).isEqualTo("1.2.0"));
        assertThat(states.rollingOut()).extracting(RevisionState::number).containsExactly(4L, 5L);
        assertThat(states.newest())
                .hasValueSatisfying(r -> assertThat(r.number()).isEqualTo(5));
    }

    @Test
    void shouldLeaveOutWhatIsArchivedOrBeingDeleted() {
        ClusterObjectSet deleted = installed(3, "1.2.0");
        deleted.getMetadata().setDeletionTimestamp(Fixtures.THEN);
        ClusterObjectSet archived = installed(2, "1.1.0");
        archived.setSpec(set(2, "1.1.0", LifecycleState.ARCHIVED).getSpec());

        RevisionStates states = states(deleted, archived);

        assertThat(states.newest()).isEmpty();
    }

    @Test
    void shouldNotCountAStuckRollOutBelowTheInstalledOne() {
        RevisionStates states = states(set(1, "1.0.0", LifecycleState.ACTIVE), installed(2, "1.1.0"));

        assertThat(states.rollingOut()).isEmpty();
    }

    @Test
    void shouldBelieveWhatIsOnRecordRatherThanAnAnnotation() {
        ClusterObjectSet changed = installed(2, "9.9.9");
        var recorded = new RecordedBundle(
                changed.getMetadata().getName(), new BundleMetadata("p.v1.1.0", "1.1.0", null), Optional.of("image"));

        RevisionStates states = RevisionStates.of(List.of(installed(1, "1.0.0"), changed), Optional.of(recorded));

        assertThat(states.installed()).hasValueSatisfying(r -> {
            assertThat(r.bundle()).isEqualTo(new InstalledBundle("p.v1.1.0", "1.1.0", Optional.empty()));
            assertThat(r.image()).isEqualTo("image");
        });
    }

    @Test
    void shouldReadTheRecordFromTheStatusThatItWrote() {
        ClusterExtensionStatus status = ExtensionStatus.of(
                new Conditions(List.of(), 1, Instant.EPOCH),
                states(installed(3, "1.2.0"), set(4, "1.3.0", LifecycleState.ACTIVE)),
                new Outcome.RevisionInPlace(),
                Optional.empty(),
                List.of());

        assertThat(RecordedBundle.of(status))
                .hasValue(new RecordedBundle(
                        "ce-3",
                        new BundleMetadata("p.v1.2.0", "1.2.0", null),
                        Optional.of("registry.example.com/p:v1.2.0")));
        assertThat(RecordedBundle.of(ClusterExtensionStatus.EMPTY)).isEmpty();
    }
}
