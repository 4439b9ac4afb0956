package io.olm4j.applier.content;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import java.util.List;
import org.junit.jupiter.api.Test;

class PhaseDigestsTest {

    private static final List<ObservedPhase> OBSERVED =
            List.of(new ObservedPhase("crds", "sha256:a"), new ObservedPhase("deploy", "sha256:b"));

    private static ResolvedPhase phase(String name, String digest) {
        return new ResolvedPhase(name, digest, List.of());
    }

    @Test
    void shouldFindNoChangeInTheSameContent() {
        assertThat(PhaseDigests.change(OBSERVED, List.of(phase("crds", "sha256:a"), phase("deploy", "sha256:b"))))
                .isEmpty();
    }

    @Test
    void shouldNameThePhaseThatChanged() {
        assertThat(PhaseDigests.change(OBSERVED, List.of(phase("crds", "sha256:a"), phase("deploy", "sha256:c"))))
                .contains("resolved content of 1 phase(s) has changed: phase \"deploy\" (expected digest sha256:b,"
                        + " got sha256:c); "
                        + "a referenced object source may have been deleted and recreated with different"
                        + " content");
    }

    @Test
    void shouldSayThatTheNumberChanged() {
        assertThat(PhaseDigests.change(OBSERVED, List.of(phase("crds", "sha256:a"))))
                .contains("number of phases has changed (expected 2 phases, got 1)");
    }
}
