package io.olm4j.applier.account;

import static io.olm4j.applier.testing.Trees.object;
import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.Requirement.Direct;
import io.olm4j.applier.account.Requirement.Grant;
import io.olm4j.applier.account.Rights.Listed;
import io.olm4j.applier.account.Rights.Unlisted;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequiredAccessTest {

    private static final String RBAC = "rbac.authorization.k8s.io";

    private static PlannedObject planned(ObjectNode object, String plural, boolean namespaced) {
        return new PlannedObject(object, new RestMapping(GroupVersionKind.of(object), plural, namespaced));
    }

    private static final PlannedObject ROLE = planned(yaml("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: r}
                    rules:
                      - {apiGroups: ["", apps], resources: [pods, deployments/status], verbs: [get, list]}
                      - {nonResourceURLs: [/metrics], verbs: [get]}
                      - {apiGroups: [""], resources: [secrets], resourceNames: [a], verbs: [get]}
                    """), "clusterroles", false);

    private static final PlannedObject AGGREGATED = planned(yaml("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRole
                    metadata: {name: r}
                    aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
                    """), "clusterroles", false);

    private static final PlannedObject BINDING = planned(yaml("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: RoleBinding
                    metadata: {name: b, namespace: ns}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
                    subjects: [{kind: ServiceAccount, name: x, namespace: ns}]
                    """), "rolebindings", true);

    @Test
    void shouldAskForCreatePatchAndDeleteOfEveryObject() {
        List<Requirement> required = new RequiredAccess(ref -> Optional.empty())
                .of(List.of(planned(object("apps/v1", "Deployment", "ns", "a"), "deployments", true)));

        assertThat(required)
                .containsExactly(
                        new Direct(new AccessQuery("create", "apps", "deployments", "ns", "a", "")),
                        new Direct(new AccessQuery("patch", "apps", "deployments", "ns", "a", "")),
                        new Direct(new AccessQuery("delete", "apps", "deployments", "ns", "a", "")));
    }

    @Test
    void shouldAskForTheRightsInARole() {
        Grant grant = grant(new RequiredAccess(ref -> Optional.empty()).of(List.of(ROLE)));

        assertThat(grant.instead()).isEqualTo(new AccessQuery("escalate", RBAC, "clusterroles", "", "r", ""));
        assertThat(listed(grant))
                .hasSize(10)
                .contains(
                        new AccessQuery("list", "apps", "deployments/status", "", "", ""),
                        new AccessQuery("get", "", "", "", "", "/metrics"),
                        new AccessQuery("get", "", "secrets", "", "a", ""));
    }

    @ParameterizedTest
    @MethodSource
    void shouldAskForTheRightsAgainWhereTheRulesStayAsTheyAre(PlannedObject granting) {
        List<PlannedObject> there = List.of(ROLE, BINDING);

        Grant grant = grant(new RequiredAccess(ref -> there.stream()
                        .<ObjectNode>map(PlannedObject::object)
                        .filter(object -> ObjectRef.of(object).equals(ref))
                        .findFirst())
                .of(List.of(granting)));

        assertThat(grant.by()).isEqualTo(ObjectRef.of(granting.object()));
        assertThat(listed(grant)).hasSize(10);
    }

    static Stream<PlannedObject> shouldAskForTheRightsAgainWhereTheRulesStayAsTheyAre() {
        return Stream.of(ROLE, BINDING);
    }

    @Test
    void shouldAskForTheRightsOfABoundRoleInTheNamespaceOfTheBinding() {
        Grant grant = grant(new RequiredAccess(
                        ref -> ref.kind().equals("ClusterRole") ? Optional.of(ROLE.object()) : Optional.empty())
                .of(List.of(BINDING)));

        assertThat(grant.instead()).isEqualTo(new AccessQuery("bind", RBAC, "clusterroles", "ns", "r", ""));
        assertThat(listed(grant)).contains(new AccessQuery("get", "", "pods", "ns", "", ""));
    }

    @Test
    void shouldTakeTheBoundRoleFromTheRevisionItself() {
        List<Requirement> required = new RequiredAccess(ref -> Optional.empty()).of(List.of(ROLE, BINDING));

        assertThat(required)
                .filteredOn(Grant.class::isInstance)
                .hasSize(2)
                .allSatisfy(
                        requirement -> assertThat(listed((Grant) requirement)).hasSize(10));
    }

    @Test
    void shouldKnowNoRightsOfARoleThatIsNowhere() {
        Grant grant = grant(new RequiredAccess(ref -> Optional.empty()).of(List.of(BINDING)));

        assertThat(grant.rights()).isEqualTo(new Unlisted("of a role that is not there yet"));
    }

    @Test
    void shouldKnowNoRightsOfARoleThatIsAggregatedFromOthers() {
        List<Requirement> required = new RequiredAccess(ref -> Optional.empty()).of(List.of(AGGREGATED, BINDING));

        assertThat(required)
                .filteredOn(Grant.class::isInstance)
                .containsExactly(
                        new Grant(
                                ObjectRef.of(AGGREGATED.object()),
                                new AccessQuery("escalate", RBAC, "clusterroles", "", "r", ""),
                                new Unlisted("aggregated from other roles")),
                        new Grant(
                                ObjectRef.of(BINDING.object()),
                                new AccessQuery("bind", RBAC, "clusterroles", "ns", "r", ""),
                                new Unlisted("of a role that is not there yet")));
    }

    @Test
    void shouldAskForEscalationWhereARoleWasAggregatedFromOthers() {
        Grant grant = grant(new RequiredAccess(ref -> Optional.of(AGGREGATED.object())).of(List.of(ROLE)));

        assertThat(grant.rights()).isEqualTo(new Unlisted("aggregated from other roles"));
    }

    @Test
    void shouldAskForWhatIsAggregatedInABoundRole() {
        ObjectNode filledIn = AGGREGATED.object().deepCopy();
        filledIn.set("rules", ROLE.object().path("rules"));

        List<Requirement> required = new RequiredAccess(
                        ref -> ref.kind().equals("ClusterRole") ? Optional.of(filledIn) : Optional.empty())
                .of(List.of(AGGREGATED, BINDING));

        assertThat(listed((Grant) required.getLast())).hasSize(10);
    }

    private static List<AccessQuery> listed(Grant grant) {
        assertThat(grant.rights()).isInstanceOf(Listed.class);
        return ((Listed) grant.rights()).queries();
    }

    private static Grant grant(List<Requirement> requirements) {
        return requirements.stream()
                .filter(Grant.class::isInstance)
                .map(Grant.class::cast)
                .findFirst()
                .orElseThrow();
    }
}
