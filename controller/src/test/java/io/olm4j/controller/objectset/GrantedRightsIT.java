package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of the rights that the service account needs to create and change roles and bindings, which grant rights. */
class GrantedRightsIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldNameTheRightsThatARoleWouldHandOn() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        String rbac = "rbac.authorization.k8s.io";
        fixture.grant(account, manage(rbac, "roles"), manage(rbac, "rolebindings"), rule("", "pods", "get"));
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: operator, namespace: %s}
                rules: [{apiGroups: [""], resources: [pods, secrets], verbs: [get, list]}]
                """.formatted(namespace));
        ObjectNode binding = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: operator, namespace: %s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: operator}
                subjects: [{kind: ServiceAccount, name: default, namespace: %s}]
                """.formatted(namespace, namespace));
        ClusterObjectSet set =
                set("escalation-" + namespace, 1, account, phase("roles", role), phase("bindings", binding));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message)
                        .contains(("is missing permissions: list pods in namespace \"%1$s\", get,list secrets in"
                                        + " namespace \"%1$s\", "
                                        + "because Role \"%1$s/operator\" and RoleBinding"
                                        + " \"%1$s/operator\" grant that (or \"escalate\" on "
                                        + "roles.rbac.authorization.k8s.io in namespace \"%1$s\" named \""
                                        + "operator\" and \"bind\" on ")
                                .formatted(namespace)));

        // When
        fixture.grant(account, rule("", "pods", "get", "list"), rule("", "secrets", "get", "list"));

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldAskForNoSingleRightThatTheRulesOfTheAccountList() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        String[] verbs = IntStream.range(0, 40).mapToObj(i -> "verb" + i).toArray(String[]::new);
        fixture.grant(
                account,
                manage("", "configmaps"),
                manage("rbac.authorization.k8s.io", "roles"),
                rule("", "pods", verbs),
                rule("", "secrets", verbs));
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: operator, namespace: %s}
                rules: [{apiGroups: [""], resources: [pods, secrets], verbs: [%s]}]
                """.formatted(namespace, String.join(", ", verbs)));
        ClusterObjectSet set = set(
                "listed-" + namespace,
                1,
                account,
                phase("roles", role),
                phase("configuration", configMap(namespace, "settings", "a")));
        Reviews reviews = Reviews.of(fixture);

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitRolledOut(set);
        assertThat(reviews.count(account)).isZero();
    }

    @Test
    void shouldAskAgainForTheRightsOfARoleThatStaysAsItIs() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        fixture.grant(account, manage("", "configmaps"), manage("rbac.authorization.k8s.io", "roles"));
        PolicyRule handedOn = rule("", "pods", "get");
        fixture.grant(account, handedOn);
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: operator, namespace: %s}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(namespace));
        ClusterObjectSet first = set("same-role-" + namespace, 1, account, phase("roles", role));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        fixture.admin().rbac().roles().inNamespace(namespace).list().getItems().stream()
                .filter(granting -> granting.getMetadata().getName().startsWith("installer-")
                        && granting.getRules().equals(List.of(handedOn)))
                .forEach(granting -> fixture.admin().resource(granting).delete());
        await().atMost(Duration.ofMinutes(2)).until(() -> !mayGetPods(account));
        ClusterObjectSet second = set(
                "same-role-" + namespace,
                2,
                account,
                phase("configuration", configMap(namespace, "settings", "a")),
                phase("roles", role));
        fixture.admin().resource(second).create();

        // Then
        fixture.awaitCondition(
                second,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message)
                        .contains(("is missing permissions: get pods in namespace \"%1$s\", because Role"
                                        + " \"%1$s/operator\" grant that")
                                .formatted(namespace)));
        assertThat(fixture.configMap(namespace, "settings"))
                .as("nothing is written before everything is allowed")
                .isNull();

        // When
        fixture.grant(account, handedOn);

        // Then
        fixture.awaitRolledOut(second);
    }

    @Test
    void shouldAskForEscalationWhereARoleIsAggregatedFromOthers() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String name = "aggregated-" + account.namespace();
        String rbac = "rbac.authorization.k8s.io";
        grantInAllNamespaces(account, manage(rbac, "clusterroles"), manage(rbac, "clusterrolebindings"));
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %1$s}
                aggregationRule: {clusterRoleSelectors: [{matchLabels: {%1$s: "true"}}]}
                rules: []
                """.formatted(name));
        ObjectNode binding = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s}
                subjects: [{kind: ServiceAccount, name: default, namespace: %2$s}]
                """.formatted(name, account.namespace()));
        ClusterObjectSet set = set(name, 1, account, phase("roles", role), phase("bindings", binding));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message)
                        .contains(("is missing permissions: \"escalate\" on clusterroles.rbac.authorization.k8s.io"
                                        + " named \"%1$s\", "
                                        + "for ClusterRole \"%1$s\" (aggregated from other roles); "
                                        + "\"bind\" on clusterroles.rbac.authorization.k8s.io named \"%1$s\", "
                                        + "for ClusterRoleBinding \"%1$s\" (of a role that is not there yet); run ")
                                .formatted(name)));

        // When
        grantInAllNamespaces(account, named(name, rule(rbac, "clusterroles", "escalate", "bind")));

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldAskForEscalationWhereARoleGrantsTooManyRightsToAskForEach() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String namespace = account.namespace();
        fixture.grant(account, manage("rbac.authorization.k8s.io", "roles"));
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: operator, namespace: %1$s}
                rules: [{apiGroups: [%2$s], resources: [%2$s], resourceNames: [%2$s], verbs: [%2$s]}]
                """.formatted(
                namespace, IntStream.range(0, 100).mapToObj(i -> "a" + i).collect(Collectors.joining(", "))));
        ClusterObjectSet set = set("rights-" + namespace, 1, account, phase("roles", role));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.BLOCKED,
                message -> assertThat(message)
                        .contains(("is missing permissions: \"escalate\" on roles.rbac.authorization.k8s.io in"
                                        + " namespace \"%1$s\" named "
                                        + "\"operator\", for Role \"%1$s/operator\" (more than 10000"
                                        + " single rights with those of "
                                        + "other roles, too many to check one by one); run ")
                                .formatted(namespace)));

        // When
        fixture.grant(account, named("operator", rule("rbac.authorization.k8s.io", "roles", "escalate")));

        // Then
        fixture.awaitRolledOut(set);
    }

    private static PolicyRule named(String name, PolicyRule rule) {
        return rule.edit().withResourceNames(name).build();
    }

    private static void grantInAllNamespaces(ServiceAccountRef account, PolicyRule... rules) {
        String name = "installer-" + account.namespace() + "-" + rules.length;
        fixture.admin()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .create();
        fixture.admin()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", account.name(), account.namespace())
                        .build())
                .create();
    }

    private static boolean mayGetPods(ServiceAccountRef account) {
        return fixture.admin()
                .authorization()
                .v1()
                .subjectAccessReview()
                .create(new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser(account.userName())
                        .withNewResourceAttributes()
                        .withVerb("get")
                        .withResource("pods")
                        .withNamespace(account.namespace())
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .getStatus()
                .getAllowed();
    }
}
