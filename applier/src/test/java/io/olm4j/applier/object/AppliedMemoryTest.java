package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class AppliedMemoryTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "ns", "a");
    private static final ObjectNode LIVE = yaml("metadata: {uid: uid-a}");

    private final AppliedMemory memory = new AppliedMemory(InstantSource.system());

    @Test
    void shouldKnowWhoControlsAnObjectAlsoAfterAnotherRevisionFoundThatItDoesNot() {
        memory.controls("first", REF, LIVE);

        memory.controlsNoMore("second", REF);
        assertThat(memory.controlled("first", REF, LIVE)).isTrue();

        memory.controlsNoMore("first", REF);
        assertThat(memory.controlled("first", REF, LIVE)).isFalse();
    }
}
