package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.extension;
import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.rule;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.ObjectSourceRef;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.Objects;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the objects which a new revision drops are deleted, whatever the old revision has lost by then. */
class ArchivingIT {

    private static final String TEARDOWN_ACCOUNT = "/serviceaccounts/operator-controller-teardown";

    /** A request that only the search for the objects that a set controls sends. */
    private static final String SEARCH = "GET /api/v1/replicationcontrollers";

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    /** A controller that knows no content and no account of an earlier test or pass. */
    @BeforeEach
    void forget() {
        fixture.restart();
    }

    @AfterEach
    void heal() {
        fixture.inject(chain -> chain.proceed(chain.request()));
    }

    @Test
    void shouldDeleteTheOldControllerWhenTheAccountHasOnlyTheRightsForTheNewRevision() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first =
                revision(account, 1, deployment(namespace, "old-controller"), configMap(namespace, "kept", "1"));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        narrow(
                account,
                rule("apps", "deployments", "create"),
                named("apps", "deployments", "new-controller"),
                rule("", "configmaps", "create"),
                named("", "configmaps", "kept"));
        ClusterObjectSet second =
                revision(account, 2, deployment(namespace, "new-controller"), configMap(namespace, "kept", "2"));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        assertThat(fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED)
                        .message())
                .isEqualTo("revision is archived");
        assertThat(deploymentNames(namespace)).containsExactly("new-controller");
        assertHandedOver(second);
        assertThat(fixture.requests().all())
                .as("the content is known without a search of every kind")
                .doesNotContain(SEARCH);
    }

    @Test
    void shouldNameWhatIsLeftOfTheOldRevisionWhileSomebodyKeepsIt() {
        // Given an object that only the old revision has, with a finalizer of somebody else
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first = revision(account, 1, configMap(namespace, "dropped", "1"));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        var dropped = fixture.admin().configMaps().inNamespace(namespace).withName("dropped");
        dropped.edit(map -> {
            map.getMetadata().setFinalizers(List.of("example.com/keep"));
            return map;
        });

        // When
        ClusterObjectSet second = revision(account, 2, configMap(namespace, "kept", "2"));
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        assertThat(fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .startsWith("removing revision resources that are not owned by another revision: ")
                .contains("ConfigMap.v1 " + namespace + "/dropped", "example.com/keep");
        dropped.edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
    }

    @Test
    void shouldDeleteWhatTheNewRevisionDropsWhenTheAccountIsGone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet first = rolledOut(account);

        // When
        fixture.admin()
                .serviceAccounts()
                .inNamespace(account.namespace())
                .withName(account.name())
                .delete();
        ClusterObjectSet second = next(account, fixture.clusterAdmin());
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(account.namespace(), "dropped")).isNull();
        assertHandedOver(second);
        assertThat(fixture.requests().all()).doesNotContain(SEARCH);
    }

    @Test
    void shouldDeleteWhatTheNewRevisionDropsWhenTheContentIsLost() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first = rolledOutFromSecret(account);
        fixture.admin()
                .resource(configMap(namespace, "theirs", "theirs").toString())
                .create();

        // When the Secret is deleted, and no controller remembers its content
        ClusterObjectSet second = next(account, account);
        fixture.whileDown(() -> {
            fixture.admin().secrets().inNamespace(namespace).withName("objects").delete();
            fixture.admin().resource(second).create();
        });
        fixture.awaitRolledOut(second);

        // Then
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(namespace, "dropped")).isNull();
        assertThat(fixture.configMap(namespace, "theirs")).isNotNull();
        assertHandedOver(second);
    }

    @Test
    void shouldDeleteWhatTheNewRevisionDropsWhenBothTheAccountAndTheContentAreLost() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first = rolledOutFromSecret(account);

        // When
        ClusterObjectSet second = next(account, fixture.clusterAdmin());
        fixture.whileDown(() -> {
            fixture.admin().secrets().inNamespace(namespace).withName("objects").delete();
            fixture.admin()
                    .serviceAccounts()
                    .inNamespace(namespace)
                    .withName(account.name())
                    .delete();
            fixture.admin().resource(second).create();
        });
        fixture.awaitRolledOut(second);

        // Then
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(namespace, "dropped")).isNull();
        assertHandedOver(second);
    }

    @Test
    void shouldDeleteWhatItFindsAndNameTheApiThatItCannotSearchWhenTheContentIsLost() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = rolledOutFromSecret(account);

        // When
        fixture.whileDown(() -> {
            fixture.admin().secrets().inNamespace(namespace).withName("objects").delete();
            fail(request -> request.url().encodedPath().equals("/apis/batch/v1"), 503, "injected: not available");
            fixture.setLifecycle(set, LifecycleState.ARCHIVED);
        });

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.RETRYING,
                message -> assertThat(message)
                        .startsWith("error archiving revision: ")
                        .contains("cannot be listed: batch/v1 (injected: not available)"));
        assertThat(fixture.configMap(namespace, "dropped")).isNull();

        // When
        heal();

        // Then
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
    }

    @Test
    void shouldKeepDefinitionsAsThePolicySaysWhenTheAccountIsGone() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet first =
                revision(account, 1, gadgetCrd(namespace), configMap(namespace, "kept", "1"), dropped(namespace));
        fixture.admin().resource(extension("archiving-" + namespace, account)).edit(extension -> {
            extension.getMetadata().setAnnotations(Map.of(Annotations.DELETION_POLICY, "KeepDefinitions"));
            return extension;
        });
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // When
        fixture.admin()
                .serviceAccounts()
                .inNamespace(namespace)
                .withName(account.name())
                .delete();
        ClusterObjectSet second = next(account, fixture.clusterAdmin());
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);

        // Then
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(namespace, "dropped")).isNull();
        assertThat(fixture.admin()
                        .resource(gadgetCrd(namespace).toString())
                        .get()
                        .getMetadata())
                .satisfies(definition -> {
                    assertThat(definition.getDeletionTimestamp()).isNull();
                    assertThat(definition.getAnnotations())
                            .as("the marks stay, because the teardown account may only delete")
                            .containsKey(Annotations.REVISION_UID);
                });
        assertHandedOver(second);
    }

    @Test
    void shouldNeitherSearchNorUseTheTeardownAccountWhenTheApiServerDoesNotAnswer() {
        // Given
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = rolledOutFromSecret(account);
        String secret = account.namespace() + "/secrets/objects";

        // When
        fixture.whileDown(() -> {
            fail(request -> request.url().encodedPath().endsWith(secret), 500, "injected");
            fixture.requests().clear();
            fixture.setLifecycle(set, LifecycleState.ARCHIVED);
        });

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.RETRYING,
                message -> assertThat(message).startsWith("error archiving revision: resolving phase objects: "));
        await("several attempts")
                .atMost(Duration.ofMinutes(2))
                .until(() -> fixture.requests().all().stream()
                                .filter(request -> request.endsWith(secret))
                                .count()
                        > 2);
        assertThat(fixture.requests().all())
                .doesNotContain(SEARCH)
                .noneMatch(request -> request.contains(TEARDOWN_ACCOUNT));
        assertThat(fixture.configMap(account.namespace(), "dropped")).isNotNull();

        // When
        heal();

        // Then
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(account.namespace(), "dropped")).isNull();
    }

    @Test
    void shouldNameBothAccountsThatAreRefusedAndGoOnWhenTheFirstHasItsRightsBack() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = rolledOut(account);
        refuseDeletions(account);

        // When
        fixture.setLifecycle(set, LifecycleState.ARCHIVED);

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.PROGRESSING,
                Reasons.RETRYING,
                message -> assertThat(message)
                        .startsWith("error archiving revision: service account \"" + account + "\" may not delete ")
                        .contains("grant it \"delete\" on configmaps in namespace \"" + namespace + "\"")
                        .contains("; and the controller may not act as service account"
                                + " \"olmv1-system/operator-controller-teardown\": ")
                        .endsWith("injected: no token for this account"));
        assertThat(fixture.configMap(namespace, "dropped")).isNotNull();

        // When
        fixture.grant(account, manage("", "configmaps"));

        // Then
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
        assertThat(fixture.configMap(namespace, "dropped")).isNull();
    }

    @Test
    void shouldTakeOverWhatAnArchivedRevisionMayNotDelete() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet first = rolledOut(account);
        refuseDeletions(account);
        fixture.setLifecycle(first, LifecycleState.ARCHIVED);
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.RETRYING);

        // When
        ClusterObjectSet third = set(
                "archiving-" + namespace,
                3,
                fixture.clusterAdmin(),
                phase("deploy", configMap(namespace, "kept", "3"), dropped(namespace)));
        fixture.admin().resource(third).create();

        // Then
        fixture.awaitRolledOut(third);
        assertThat(Objects.controller(fixture.configMap(namespace, "dropped")))
                .isEqualTo(third.getMetadata().getName());
        fixture.awaitCondition(first, ConditionTypes.PROGRESSING, Reasons.ARCHIVED);
    }

    /** Lets neither the account nor the teardown account delete. */
    private static void refuseDeletions(ServiceAccountRef account) {
        narrow(account, rule("", "configmaps", "create", "patch"));
        fail(
                request -> request.url().encodedPath().contains(TEARDOWN_ACCOUNT),
                403,
                "injected: no token for this account");
    }

    private static void fail(Predicate<Request> which, int code, String message) {
        fixture.inject(chain -> which.test(chain.request())
                ? Faults.answer(code, message).intercept(chain)
                : chain.proceed(chain.request()));
    }

    private static ClusterObjectSet revision(ServiceAccountRef account, long number, ObjectNode... objects) {
        return set("archiving-" + account.namespace(), number, account, phase("deploy", objects));
    }

    /** A first revision with the ConfigMaps {@code kept} and {@code dropped}. */
    private static ClusterObjectSet rolledOut(ServiceAccountRef account) {
        String namespace = account.namespace();
        ClusterObjectSet first = revision(account, 1, configMap(namespace, "kept", "1"), dropped(namespace));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        return first;
    }

    /** The same; its objects are in the Secret {@code objects}. */
    private static ClusterObjectSet rolledOutFromSecret(ServiceAccountRef account) {
        String namespace = account.namespace();
        fixture.grant(account, rule("", "secrets", "get"));
        fixture.admin()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("objects")
                        .withNamespace(namespace)
                        .endMetadata()
                        .withImmutable(true)
                        .addToStringData(
                                "kept", configMap(namespace, "kept", "1").toString())
                        .addToStringData("dropped", dropped(namespace).toString())
                        .build())
                .create();
        List<PhaseObject> objects = List.of(
                new PhaseObject(null, new ObjectSourceRef("objects", namespace, "kept"), null),
                new PhaseObject(null, new ObjectSourceRef("objects", namespace, "dropped"), null));
        ClusterObjectSet first = set("archiving-" + namespace, 1, account, new Phase("deploy", objects, null));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        return first;
    }

    private static ObjectNode dropped(String namespace) {
        return configMap(namespace, "dropped", "1");
    }

    /** A second revision, with only the ConfigMap {@code kept}. */
    private static ClusterObjectSet next(ServiceAccountRef first, ServiceAccountRef account) {
        String namespace = first.namespace();
        return set("archiving-" + namespace, 2, account, phase("deploy", configMap(namespace, "kept", "2")));
    }

    private static void assertHandedOver(ClusterObjectSet second) {
        String namespace = second.getMetadata().getName().replaceAll("^archiving-|-2$", "");
        assertThat(fixture.configMap(namespace, "kept")).satisfies(kept -> {
            assertThat(kept.getData()).containsEntry("key", "2");
            assertThat(Objects.controller(kept)).isEqualTo(second.getMetadata().getName());
        });
    }

    private static List<String> deploymentNames(String namespace) {
        return fixture.admin().apps().deployments().inNamespace(namespace).list().getItems().stream()
                .map(deployment -> deployment.getMetadata().getName())
                .toList();
    }

    private static PolicyRule named(String group, String resource, String name) {
        return new PolicyRuleBuilder(rule(group, resource, "patch", "delete"))
                .withResourceNames(name)
                .build();
    }

    /** Replaces the rights of an account in its namespace, and waits until the API server knows. */
    private static void narrow(ServiceAccountRef account, PolicyRule... rules) {
        String namespace = account.namespace();
        fixture.admin()
                .rbac()
                .roles()
                .inNamespace(namespace)
                .resources()
                .forEach(role -> role.edit(there -> {
                    there.setRules(Arrays.asList(rules));
                    return there;
                }));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> !fixture.isAllowed(account, Optional.of(namespace), rule("", "configmaps", "delete")));
    }
}
