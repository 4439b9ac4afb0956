package io.olm4j.controller.extension;

import static io.olm4j.controller.extension.Fixtures.installed;
import static io.olm4j.controller.extension.Fixtures.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link RevisionStates}. */
class RevisionStatesTest {

    @Test
    void shouldTakeTheHighestThatRolledOutAsInstalled() {
        RevisionStates states = RevisionStates.of(List.of(
                set(4, "1.3.0", LifecycleState.ACTIVE),
                installed(2, "1.1.0"),
                installed(3, "1.2.0"),
                set(5, "1.4.0", LifecycleState.ACTIVE)));

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

        RevisionStates states = RevisionStates.of(List.of(deleted, archived));

        assertThat(states.newest()).isEmpty();
    }

    @Test
    void shouldNotCountAStuckRollOutBelowTheInstalledOne() {
        RevisionStates states =
                RevisionStates.of(List.of(set(1, "1.0.0", LifecycleState.ACTIVE), installed(2, "1.1.0")));

        assertThat(states.rollingOut()).isEmpty();
    }
}
