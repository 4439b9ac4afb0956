package io.olm4j.applier.engine;

import static io.olm4j.applier.testing.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import java.util.List;
import org.junit.jupiter.api.Test;

class RevisionValidatorTest {

    private static ResolvedPhase phase(String name, ObjectNode object) {
        return new ResolvedPhase(name, "sha256:0", List.of(new ResolvedObject(object, CollisionProtection.PREVENT)));
    }

    private static Revision revision(ResolvedPhase... phases) {
        return new Revision("a-1", "u", 1, "a", "uid-a", "pack", List.of(phases), List.of(), false, false, List.of());
    }

    @Test
    void shouldAcceptDifferentObjects() {
        assertThat(RevisionValidator.problem(revision(
                        phase("x", object("v1", "ConfigMap", "ns", "a")),
                        phase("y", object("v1", "ConfigMap", "other", "a")))))
                .isEmpty();
    }

    @Test
    void shouldRefuseTheSameObjectTwiceWhateverItsVersion() {
        assertThat(RevisionValidator.problem(revision(
                        phase("x", object("example.com/v1", "Gadget", "ns", "a")),
                        phase("y", object("example.com/v2", "Gadget", "ns", "a")))))
                .contains("revision validation error: Gadget.example.com/v2 ns/a is in phase \"x\" and again in"
                        + " phase \"y\": install a bundle version that holds it once");
    }

    @Test
    void shouldRefuseTheSameClusterScopedObjectTwiceWhateverItsNamespace() {
        Revision roles = revision(
                phase("x", object("rbac.authorization.k8s.io/v1", "ClusterRole", "one", "a")),
                phase("y", object("rbac.authorization.k8s.io/v1", "ClusterRole", "two", "a")));

        assertThat(RevisionValidator.problem(roles, ref -> ref.kind().equals("Other")))
                .isEmpty();
        assertThat(RevisionValidator.problem(roles, ref -> ref.kind().equals("ClusterRole")))
                .contains("revision validation error: ClusterRole.rbac.authorization.k8s.io/v1 two/a is in phase \"x\""
                        + " and again in phase \"y\": install a bundle version that holds it once");
    }

    @Test
    void shouldRefuseAnObjectWithoutIdentity() {
        assertThat(RevisionValidator.problem(revision(phase("x", object("v1", "ConfigMap", "ns", "")))))
                .contains("phase 0 validation error: object 0 lacks apiVersion, kind or metadata.name");
    }
}
