package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests how many requests a set without rights costs while roles and bindings change, and how soon it continues when it
 * gets the rights.
 */
class StuckSetsIT {

    /** The reviews for an account and a set with one ConfigMap: everything, patch and create. */
    private static final int REVIEWS_OF_A_PASS = 4;

    private static final AtomicInteger COUNTER = new AtomicInteger();

    /** Longer than the time between two requeues after an event; the last requeue comes after 30 seconds. */
    private static final Duration REST = Duration.ofSeconds(35);

    /** More than the number of requeues that every set may have. */
    private static final int CHANGES = 50;

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static final Reviews reviews = Reviews.of(fixture);

    private static final Stuck idle = Stuck.withoutRights();
    private static final Stuck annotated = Stuck.of(account -> bind(account, "annotated", "first"));
    private static final Stuck withRole = Stuck.of(account -> fixture.grant(account, rule("", "pods", "get")));
    private static final Stuck inGroup = Stuck.withoutRights();
    private static final Stuck aggregated = Stuck.of(StuckSetsIT::bindAggregated);

    /** A set with one ConfigMap whose account may not manage it. */
    private record Stuck(ServiceAccountRef account, ClusterObjectSet revision) {

        static Stuck withoutRights() {
            return of(account -> {});
        }

        static Stuck of(Consumer<ServiceAccountRef> prepared) {
            ServiceAccountRef account = fixture.account(fixture.namespace());
            prepared.accept(account);
            ClusterObjectSet revision = set(
                    "stuck-" + account.namespace(),
                    1,
                    account,
                    phase("deploy", configMap(account.namespace(), "a", "x")));
            fixture.admin().resource(revision).create();
            return new Stuck(account, revision);
        }

        void awaitBlocked() {
            fixture.awaitCondition(revision, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
        }

        void delete() {
            fixture.admin().resource(revision).delete();
            fixture.awaitGone(revision);
        }
    }

    /** From now on only an event requeues one of the sets: the timer takes ten minutes. */
    @BeforeAll
    static void awaitTheLastLook() {
        List<Stuck> stuck = List.of(idle, annotated, withRole, inGroup, aggregated);
        stuck.forEach(Stuck::awaitBlocked);
        await().atMost(Duration.ofMinutes(4))
                .until(() -> reviews.rest(stuck.stream().map(Stuck::account).toList(), REST));
    }

    /**
     * Changes something ten times a second if the machine is fast enough, and returns how many reviews of an account
     * this caused.
     */
    private static int reviewsWhile(ServiceAccountRef account, Duration time, Runnable change) {
        int before = reviews.count(account);
        Instant end = Instant.now().plus(time);
        var changes = new AtomicInteger();
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .atMost(time.plusMinutes(2))
                .until(() -> {
                    change.run();
                    return changes.incrementAndGet() >= CHANGES && Instant.now().isAfter(end);
                });
        return reviews.count(account) - before;
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
        ServiceAccountRef other = fixture.account(fixture.namespace());

        // When
        int asked = reviewsWhile(
                idle.account(),
                Duration.ofSeconds(10),
                () -> bind(other, "noise", "user-" + COUNTER.incrementAndGet()));

        // Then
        assertThat(asked).isLessThanOrEqualTo(REVIEWS_OF_A_PASS);
        idle.delete();
    }

    @Test
    void shouldAskEverMoreSeldomWhenItsOwnRightsChangeAllTheTime() {
        // Given
        Stuck noisy = Stuck.withoutRights();
        noisy.awaitBlocked();

        // When
        int asked = reviewsWhile(
                noisy.account(),
                Duration.ofSeconds(30),
                () -> bind(noisy.account(), "noise", "user-" + COUNTER.incrementAndGet()));

        // Then
        assertThat(asked).isBetween(REVIEWS_OF_A_PASS, 16 * REVIEWS_OF_A_PASS);

        // When
        fixture.grant(noisy.account(), manage("", "configmaps"));

        // Then
        goesOn(noisy);
    }

    @Test
    void shouldNotAskWhenOnlyAnAnnotationOfItsBindingChanges() {
        // When
        int asked = reviewsWhile(
                annotated.account(),
                Duration.ofSeconds(10),
                () -> fixture.admin()
                        .rbac()
                        .roleBindings()
                        .inNamespace(annotated.account().namespace())
                        .withName("annotated")
                        .edit(binding -> binding.edit()
                                .editMetadata()
                                .addToAnnotations("changed", "" + COUNTER.incrementAndGet())
                                .endMetadata()
                                .build()));

        // Then
        assertThat(asked).isLessThanOrEqualTo(REVIEWS_OF_A_PASS);
        annotated.delete();
    }

    @Test
    void shouldGoOnWhenARoleThatTheAccountHasGetsTheRight() {
        // When
        fixture.admin()
                .rbac()
                .roles()
                .inNamespace(withRole.account().namespace())
                .list()
                .getItems()
                .forEach(role -> fixture.admin()
                        .resource(new RoleBuilder(role)
                                .withRules(manage("", "configmaps"))
                                .build())
                        .update());

        // Then
        goesOn(withRole);
    }

    @Test
    void shouldGoOnWhenAGroupOfTheAccountGetsTheRight() {
        // Given
        String namespace = inGroup.account().namespace();
        createRole("group-" + namespace, Map.of(), manage("", "configmaps"));

        // When
        bindEverywhere("group-" + namespace, "Group", "system:serviceaccounts:" + namespace);

        // Then
        goesOn(inGroup);
    }

    @Test
    void shouldGoOnWhenTheRightComesByAggregation() {
        // When
        String name = aggregate(aggregated.account());
        createRole(name + "-part", Map.of("to", name), manage("", "configmaps"));

        // Then
        goesOn(aggregated);
    }

    private static void bindAggregated(ServiceAccountRef account) {
        String name = aggregate(account);
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
    }

    private static String aggregate(ServiceAccountRef account) {
        return "aggregated-" + account.namespace();
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

    private static void goesOn(Stuck stuck) {
        fixture.awaitRolledOut(stuck.revision());
        stuck.delete();
    }
}
