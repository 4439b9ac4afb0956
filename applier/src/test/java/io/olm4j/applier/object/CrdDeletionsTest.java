package io.olm4j.applier.object;

import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class CrdDeletionsTest {

    @Test
    void shouldReadTheInstancesAtTheStoredVersion() {
        ObjectNode crd = crd(true, true);

        assertThat(CrdDeletions.servedPath(crd)).hasValue("/apis/here.example.com/v1/gadgets");
    }

    @Test
    void shouldReadTheInstancesAtAServedVersionWhenTheStoredOneIsNotServed() {
        ObjectNode crd = crd(true, false);

        assertThat(CrdDeletions.servedPath(crd)).hasValue("/apis/here.example.com/v1alpha1/gadgets");
    }

    @Test
    void shouldHaveNoPathWhenNoVersionIsServed() {
        ObjectNode crd = crd(false, false);

        assertThat(CrdDeletions.servedPath(crd)).isEmpty();
    }

    /** A definition with an old version, the stored one, and a new one that is not served. */
    private static ObjectNode crd(boolean oldIsServed, boolean storedIsServed) {
        ObjectNode crd = gadgetCrd("here");
        var versions = crd.withArray("/spec/versions");
        ObjectNode stored = (ObjectNode) versions.get(0);
        ObjectNode old = stored.deepCopy();
        stored.put("served", storedIsServed);
        versions.insert(0, old.put("name", "v1alpha1").put("storage", false).put("served", oldIsServed));
        versions.add(old.deepCopy().put("name", "v2").put("storage", false).put("served", false));
        return crd;
    }
}
