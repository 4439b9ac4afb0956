package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.watch.Prerequisite.Right;
import io.olm4j.applier.watch.Prerequisite.Role;
import io.olm4j.applier.watch.PrerequisiteWatches.Change;
import java.util.Collections;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessIndexTest {

    private static final ServiceAccountRef INSTALLER = new ServiceAccountRef("app", "installer");

    private final AccessIndex index = new AccessIndex();

    private static GenericKubernetesResource binding(String namespace, String name, String roleRef, String subject) {
        return AccessReduction.binding(Serialization.unmarshal(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %s
                metadata: {name: %s%s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, %s}
                subjects: [{%s}]
                """.formatted(
                                namespace.isEmpty() ? "ClusterRoleBinding" : "RoleBinding",
                                name,
                                namespace.isEmpty() ? "" : ", namespace: " + namespace,
                                roleRef,
                                subject),
                GenericKubernetesResource.class));
    }

    private static GenericKubernetesResource role(String namespace, String name) {
        return Serialization.unmarshal(
                """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %s
                metadata: {name: %s%s}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(
                                namespace.isEmpty() ? "ClusterRole" : "Role",
                                name,
                                namespace.isEmpty() ? "" : ", namespace: " + namespace),
                GenericKubernetesResource.class);
    }

    private static boolean isConcerned(ServiceAccountRef account, Set<Prerequisite> changed, String namespace) {
        return Subjects.of(account).stream().anyMatch(subject -> changed.contains(new Right(namespace, subject)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: ServiceAccount, name: installer, namespace: app | true",
                "kind: User, name: 'system:serviceaccount:app:installer' | true",
                "kind: Group, name: 'system:serviceaccounts' | true",
                "kind: Group, name: 'system:serviceaccounts:app' | true",
                "kind: Group, name: 'system:authenticated' | true",
                "kind: ServiceAccount, name: installer, namespace: other | false",
                "kind: ServiceAccount, name: other, namespace: app | false",
                "kind: User, name: installer | false",
                "kind: Group, name: 'system:serviceaccounts:other' | false",
                "kind: Group, name: 'system:serviceaccount:app:installer' | false",
                "kind: Group, name: 'system:unauthenticated' | false",
            })
    void shouldConcernAnAccountOnlyWhenABindingNamesItOrAGroupOfIt(String subject, boolean concerned) {
        var binding = binding("", "b", "kind: ClusterRole, name: r", subject);

        assertThat(isConcerned(INSTALLER, index.concerned(Change.ADDED, binding), ""))
                .isEqualTo(concerned);
    }

    @Test
    void shouldConcernOnlyTheNamespaceOfARoleBinding() {
        var binding = binding("app", "b", "kind: Role, name: r", "kind: Group, name: 'system:authenticated'");

        Set<Prerequisite> changed = index.concerned(Change.ADDED, binding);

        assertThat(isConcerned(INSTALLER, changed, "app")).isTrue();
        assertThat(isConcerned(INSTALLER, changed, Prerequisite.ANY)).isTrue();
        assertThat(isConcerned(INSTALLER, changed, "other")).isFalse();
        assertThat(isConcerned(INSTALLER, changed, "")).isFalse();
    }

    @Test
    void shouldConcernTheAccountsThatARoleIsBoundToWhenItsRulesChange() {
        String installer = "kind: ServiceAccount, name: installer, namespace: app";
        index.concerned(Change.ADDED, binding("", "everywhere", "kind: ClusterRole, name: shared", installer));
        index.concerned(Change.ADDED, binding("app", "here", "kind: Role, name: local", installer));
        index.concerned(Change.ADDED, binding("app", "also-here", "kind: ClusterRole, name: lent", installer));

        assertThat(isConcerned(INSTALLER, index.concerned(Change.CHANGED, role("", "shared")), ""))
                .isTrue();
        assertThat(isConcerned(INSTALLER, index.concerned(Change.CHANGED, role("app", "local")), "app"))
                .isTrue();
        assertThat(isConcerned(INSTALLER, index.concerned(Change.CHANGED, role("", "lent")), "app"))
                .isTrue();
        assertThat(index.concerned(Change.CHANGED, role("", "local"))).containsExactly(new Role("", "local"));
        assertThat(index.concerned(Change.CHANGED, role("other", "local"))).containsExactly(new Role("other", "local"));
    }

    @Test
    void shouldConcernWhomABindingNamedBefore() {
        String role = "kind: ClusterRole, name: r";
        index.concerned(Change.ADDED, binding("", "b", role, "kind: User, name: anna"));

        Set<Prerequisite> changed = index.concerned(Change.CHANGED, binding("", "b", role, "kind: User, name: ben"));

        assertThat(changed).contains(new Right("", "user anna"), new Right("", "user ben"));
        assertThat(index.concerned(Change.DELETED, binding("", "b", role, "kind: User, name: ben")))
                .contains(new Right("", "user ben"));
        assertThat(Collections.disjoint(
                        index.concerned(Change.CHANGED, role("", "r")),
                        Set.of(new Right("", "user anna"), new Right("", "user ben"))))
                .as("the binding is gone")
                .isTrue();
    }
}
