package io.olm4j.applier.content;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.Sha256;
import java.nio.charset.StandardCharsets;
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

    /** Earlier builds did not escape {@code < > &}, and wrote floats and sorted keys otherwise. */
    @Test
    void shouldFindNoChangeInContentThatAnEarlierBuildRecorded() throws Exception {
        var object = (ObjectNode) new ObjectMapper().readTree("""
                {"kind": "ConfigMap", "data": {"text": "a < b & c", "\ud83d\ude00": 1.0, "\uff5e": 1}}""");
        String recorded = "{\"name\":\"deploy\",\"objects\":[{\"data\":{\"text\":\"a < b & c\",\"\ud83d\ude00\":1.0,"
                + "\"\uff5e\":1},\"kind\":\"ConfigMap\"}]}";
        var before = new ObservedPhase("deploy", "sha256:" + Sha256.hex(recorded.getBytes(StandardCharsets.UTF_8)));
        String now = PhaseDigests.of("deploy", List.of(object));
        var read = new ResolvedPhase("deploy", now, List.of(new ResolvedObject(object, CollisionProtection.PREVENT)));

        assertThat(PhaseDigests.change(List.of(before), List.of(read))).isEmpty();
        assertThat(now).isNotEqualTo(before.digest());
        object.withObject("/data").put("text", "a < b");
        assertThat(PhaseDigests.change(List.of(before), List.of(read))).isPresent();
    }

    @Test
    void shouldSayThatTheNumberChanged() {
        assertThat(PhaseDigests.change(OBSERVED, List.of(phase("crds", "sha256:a"))))
                .contains("number of phases has changed (expected 2 phases, got 1)");
    }
}
