package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.kube.Progress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link ExtensionWaiting}. */
class ExtensionWaitingTest {

    @ParameterizedTest
    @CsvSource({"u-1, 1, false", "u-1, 2, true", "u-1, 3, true", "u-0, 2, false"})
    void shouldTakeAnObjectFromBeforeTheWriteForPending(String uid, long generation, boolean counts) {
        var state = new ExtensionWaiting.State(
                new AwaitedState(Optional.empty()), Optional.of(new SentExtension("u-1", 2)));

        assertThat(state.of(healthy(uid, generation)) instanceof Progress.Reached)
                .isEqualTo(counts);
    }

    @Test
    void shouldNotTakeTheEndOfAnEarlierExtensionForItsOwn() {
        var state = new ExtensionWaiting.State(
                new AwaitedState(Optional.empty()), Optional.of(new SentExtension("u-1", 1)));

        assertThat(state.ofDeleted(healthy("u-0", 4))).isEmpty();
        assertThat(state.ofDeleted(healthy("u-1", 1))).contains(new Progress.Impossible("it was deleted"));
    }

    /** An extension that is installed as its spec says. */
    private static ClusterExtension healthy(String uid, long generation) {
        return Serialization.unmarshal("""
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "metadata":{"name":"mail","uid":"%1$s","generation":%2$d,"creationTimestamp":"2026-01-01T00:00:00Z"},
            "spec":{"namespace":"mail","serviceAccount":{"name":"installer"},
            "source":{"sourceType":"Catalog","catalog":{"packageName":"mail"}}},
            "status":{"install":{"bundle":{"name":"mail.v1.0.0","version":"1.0.0"}},"conditions":[
            {"type":"Progressing","status":"True","reason":"Succeeded","observedGeneration":%2$d},
            {"type":"Installed","status":"True","reason":"Succeeded","observedGeneration":%2$d},
            {"type":"Available","status":"True","reason":"Available","observedGeneration":%2$d}]}}
            """.formatted(uid, generation), ClusterExtension.class);
    }
}
