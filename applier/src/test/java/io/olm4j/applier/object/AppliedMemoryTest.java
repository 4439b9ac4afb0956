package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AppliedMemoryTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "ns", "a");
    private static final ObjectNode LIVE = yaml("metadata: {uid: uid-a}");

    private static final Failed REFUSED = new Failed(Cause.INVALID, "no");

    private final AppliedMemory memory = new AppliedMemory(InstantSource.system());

    @Test
    void shouldKnowWhoControlsAnObjectAlsoAfterAnotherRevisionFoundThatItDoesNot() {
        memory.controls("first", REF, LIVE);

        memory.controlsNoMore("second", REF);
        assertThat(memory.controlled("first", REF, LIVE)).isTrue();

        memory.controlsNoMore("first", REF);
        assertThat(memory.controlled("first", REF, LIVE)).isFalse();
    }

    @Test
    void shouldForgetTheRefusalOfADefinitionWhenItsStoredVersionsChange() {
        var ref = new ObjectRef("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "", "a");
        String definition = "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}";
        ObjectNode wanted = yaml(definition + "}");
        ObjectNode live = yaml(definition + ", status: {storedVersions: [v1, v2]}}");
        memory.refused("second", ref, wanted, Optional.of(live), REFUSED);

        ObjectNode established = yaml(definition + ", status: {storedVersions: [v1, v2], conditions: [{type: X}]}}");
        assertThat(memory.refusal("second", ref, wanted, Optional.of(established)))
                .contains(REFUSED);

        ObjectNode migrated = yaml(definition + ", status: {storedVersions: [v2]}}");
        assertThat(memory.refusal("second", ref, wanted, Optional.of(migrated))).isEmpty();
    }

    @Test
    void shouldKnowWhetherAChangeWasRefusedOrACreation() {
        memory.refused("second", REF, LIVE, Optional.of(LIVE), REFUSED);
        assertThat(memory.isChangeRefused("second", REF)).isTrue();

        memory.refused("second", REF, LIVE, Optional.empty(), REFUSED);
        assertThat(memory.isChangeRefused("second", REF)).isFalse();
        assertThat(memory.refusal("second", REF, LIVE, Optional.empty())).contains(REFUSED);
    }
}
