package io.olm4j.controller.objectset;

import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.watch.Prerequisite;
import io.olm4j.applier.watch.Prerequisite.Kind;
import io.olm4j.applier.watch.Prerequisite.Namespace;
import io.olm4j.applier.watch.Prerequisite.Right;
import io.olm4j.applier.watch.Prerequisite.Role;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrerequisitesTest {

    private static final Optional<ServiceAccountRef> INSTALLER = Optional.of(new ServiceAccountRef("app", "installer"));
    private static final String USER = "user system:serviceaccount:app:installer";

    private static Set<Prerequisite> of(Stream<ObjectNode> objects) {
        return Prerequisites.of(
                INSTALLER,
                List.of(new ResolvedPhase(
                        "deploy",
                        "sha256:0",
                        objects.map(object -> new ResolvedObject(object, CollisionProtection.PREVENT))
                                .toList())));
    }

    @Test
    void shouldWaitForRightsOnlyWhereItsObjectsAre() {
        Set<Prerequisite> waits = of(Stream.of(configMap("one", "a", "x"), yaml("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: two}
                """)));

        assertThat(waits)
                .contains(new Right("", USER), new Right("one", USER), new Right("two", USER))
                .contains(new Namespace("one"), new Namespace("two"), new Namespace("app"))
                .contains(new Kind("", "ConfigMap"))
                .doesNotContain(new Right("other", USER), new Right(Prerequisite.ANY, USER));
    }

    @Test
    void shouldWaitForTheKindsThatItDefines() {
        assertThat(of(Stream.of(gadgetCrd("one"))))
                .contains(new Kind("apiextensions.k8s.io", "CustomResourceDefinition"))
                .contains(new Kind("one.example.com", "Gadget"));
    }

    @Test
    void shouldWaitForRightsAnywhereWhenItsObjectsAreNotKnownOrInManyNamespaces() {
        assertThat(Prerequisites.of(INSTALLER, List.of()))
                .contains(new Right("", USER), new Right(Prerequisite.ANY, USER));
        assertThat(of(IntStream.range(0, 101).mapToObj(i -> configMap("n" + i, "a", "x"))))
                .contains(new Right(Prerequisite.ANY, USER))
                .doesNotContain(new Right("n1", USER));
    }

    @Test
    void shouldWaitForTheRolesThatItHandsOn() {
        Set<Prerequisite> waits = of(Stream.of(yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: b, namespace: app}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: local}
                """), yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: c, namespace: app}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
                """)));

        assertThat(waits).contains(new Role("app", "local"), new Role("", "view"));
    }

    @Test
    void shouldFindTheSetsThatWaitForSomething() {
        Waits waits = new Waits();
        waits.put("one", Set.of(new Namespace("a"), new Namespace("b")));
        waits.put("two", Set.of(new Namespace("b")));

        assertThat(waits.waitingFor(Set.of(new Namespace("a")))).containsExactly("one");
        assertThat(waits.waitingFor(Set.of(new Namespace("b")))).containsExactlyInAnyOrder("one", "two");
        assertThat(waits.waitingFor(Set.of(new Kind("", "b")))).isEmpty();

        waits.put("one", Set.of(new Namespace("c")));
        waits.forget("two");

        assertThat(waits.waitingFor(Set.of(new Namespace("a"), new Namespace("b"))))
                .isEmpty();
        assertThat(waits.waitingFor(Set.of(new Namespace("c")))).containsExactly("one");
    }
}
