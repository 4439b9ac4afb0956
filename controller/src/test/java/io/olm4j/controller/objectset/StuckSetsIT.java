package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.Objects.configMap;
import static io.olm4j.controller.objectset.Objects.phase;
import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a set that lacks rights costs while roles and bindings change, and how soon it goes on when it gets them. */
class StuckSetsIT {

    /** An account, a set with one ConfigMap: everything, patch and create. */
    private static final int REVIEWS_OF_A_PASS = 4;

    private static final AtomicInteger COUNTER = new AtomicInteger();

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static ClusterObjectSet stuck(ServiceAccountRef account) {
        ClusterObjectSet set = set(
                "stuck-" + account.namespace(), 1, account, phase("deploy", configMap(account.namespace(), "a", "x")));
        fixture.admin().resource(set).create();
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
        return set;
    }

    /** Patches a binding ten times a second, and returns how many reviews were asked for meanwhile. */
    private static long reviewsWhile(Duration time, Runnable change) {
        long before = reviews();
        Instant end = Instant.now().plus(time);
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .atMost(time.plusSeconds(30))
                .until(() -> {
                    change.run();
                    return Instant.now().isAfter(end);
                });
        return reviews() - before;
    }

    private static long reviews() {
        return fixture.requests().all().stream()
                .filter(request -> request.endsWith("/subjectaccessreviews"))
                .count();
    }

    private static void bind(ServiceAccountRef subject, String name, String value) {
        fixture.admin()
                .resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(subject.namespace())
                        .addToAnnotations("value", value)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "view")
                        .addNewSubject("", "ServiceAccount", subject.name(), subject.namespace())
                        .addNewSubject("rbac.authorization.k8s.io", "User", value, null)
                        .build())
                .forceConflicts()
                .serverSideApply();
    }

    @Test
    void shouldNotAskForItsRightsWhenThoseOfOthersChange() {
        // Given
        stuck(fixture.account(fixture.namespace()));
        ServiceAccountRef other = fixture.account(fixture.namespace());

        // When
        long reviews =
                reviewsWhile(Duration.ofSeconds(10), () -> bind(other, "noise", "user-" + COUNTER.incrementAndGet()));

        // Then
        assertThat(reviews)
                .as("it looks twice more after it was refused, because the authorizer may have been late")
                .isLessThanOrEqualTo(2L * REVIEWS_OF_A_PASS);
    }

    @Test
    void shouldAskEverMoreSeldomWhenItsOwnRightsChangeAllTheTime() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        ClusterObjectSet set = stuck(account);

        // When
        long reviews =
                reviewsWhile(Duration.ofSeconds(30), () -> bind(account, "noise", "user-" + COUNTER.incrementAndGet()));

        // Then
        assertThat(reviews).isBetween((long) REVIEWS_OF_A_PASS, 13L * REVIEWS_OF_A_PASS);

        // When
        fixture.grant(account, manage("", "configmaps"));

        // Then
        fixture.awaitRolledOut(set);
    }

    @Test
    void shouldNotAskWhenOnlyAnAnnotationOfItsBindingChanges() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        bind(account, "annotated", "first");
        stuck(account);

        // When
        long reviews = reviewsWhile(
                Duration.ofSeconds(10),
                () -> fixture.admin()
                        .rbac()
                        .roleBindings()
                        .inNamespace(account.namespace())
                        .withName("annotated")
                        .edit(binding -> binding.edit()
                                .editMetadata()
                                .addToAnnotations("changed", "" + COUNTER.incrementAndGet())
                                .endMetadata()
                                .build()));

        // Then
        assertThat(reviews).isLessThanOrEqualTo(2L * REVIEWS_OF_A_PASS);
    }

    @Test
    void shouldGoOnWhenARoleThatTheAccountHasGetsTheRight() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        fixture.grant(account, rule("", "pods", "get"));
        ClusterObjectSet set = stuck(account);

        // When
        fixture.admin()
                .rbac()
                .roles()
                .inNamespace(account.namespace())
                .list()
                .getItems()
                .forEach(role -> fixture.admin()
                        .resource(new RoleBuilder(role)
                                .withRules(manage("", "configmaps"))
                                .build())
                        .update());

        // Then
        awaitRolledOutSoon(set);
    }

    @Test
    void shouldGoOnWhenAGroupOfTheAccountGetsTheRight() {
        // Given
        ServiceAccountRef account = fixture.account(fixture.namespace());
        ClusterObjectSet set = stuck(account);
        String name = "group-" + account.namespace();
        createRole(name, Map.of(), manage("", "configmaps"));

        // When
        bindEverywhere(name, "Group", "system:serviceaccounts:" + account.namespace());

        // Then
        awaitRolledOutSoon(set);
    }

    @Test
    void shouldGoOnWhenTheRightComesByAggregation() {
        // Given an account whose role is aggregated from others
        ServiceAccountRef account = fixture.account(fixture.namespace());
        String name = "aggregated-" + account.namespace();
        fixture.admin()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewAggregationRule()
                        .addNewClusterRoleSelector()
                        .addToMatchLabels("to", name)
                        .endClusterRoleSelector()
                        .endAggregationRule()
                        .build())
                .create();
        bindEverywhere(name, "User", account.userName());
        ClusterObjectSet set = stuck(account);

        // When
        createRole(name + "-part", Map.of("to", name), manage("", "configmaps"));

        // Then
        awaitRolledOutSoon(set);
    }

    private static void createRole(String name, Map<String, String> labels, PolicyRule... rules) {
        fixture.admin()
                .resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .create();
    }

    private static void bindEverywhere(String role, String kind, String subject) {
        fixture.admin()
                .resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(role)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                        .addNewSubject("rbac.authorization.k8s.io", kind, subject, null)
                        .build())
                .create();
    }

    /** Before any timer: they are of minutes. */
    private static void awaitRolledOutSoon(ClusterObjectSet set) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> fixture.condition(set, ConditionTypes.PROGRESSING)
                        .filter(condition -> condition.reason().equals(Reasons.SUCCEEDED))
                        .isPresent());
    }
}
