package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.testsupport.Faults;
import java.time.Duration;
import okhttp3.Request;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that the condition Available reports the live state, regardless of its writer and of the present rights. */
class AvailabilityIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldTellOfADeploymentThatFailsAfterTheAccountIsGone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set = set("watched-" + namespace, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        deleteAccount(account);
        awaitAvailability(set, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);

        // When its pod cannot be scheduled any more
        patchDeployment(namespace, "{\"nowhere\": \"yes\"}");

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .isEqualTo("Object Deployment.apps/v1 " + namespace
                                + "/app: .status.condition[\"Available\"] is False"));
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        // When the pod can be scheduled again
        patchDeployment(namespace, "null");

        // Then
        awaitAvailability(set, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);
    }

    @Test
    void shouldTellOfObjectsThatDifferOrAreGoneWhenTheAccountIsGone() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("drifting-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "wanted")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        deleteAccount(account);
        fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.BLOCKED);

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").edit(map -> {
            map.getData().put("key", "drifted");
            return map;
        });

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .startsWith("Object ConfigMap.v1 " + namespace + "/settings: differs at .data"));

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("settings").delete();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .isEqualTo("Object ConfigMap.v1 " + namespace + "/settings: does not exist"));
    }

    @Test
    void shouldTellOfWhatANewerStuckRevisionHolds() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        String owner = "overtaken-" + namespace;
        ClusterObjectSet first = set(owner, 1, account, phase("deploy", recreated(namespace)));
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);
        awaitAvailability(first, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);

        // When
        ObjectNode taken = recreated(namespace);
        taken.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ObjectNode waits = deployment(namespace, "other");
        waits.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        ClusterObjectSet stuck = set(owner, 2, account, phase("deploy", taken, waits));
        fixture.admin().resource(stuck).create();

        // Then
        awaitAvailability(stuck, Condition.Status.FALSE, Reasons.PROBE_FAILURE);
        fixture.awaitCondition(
                first,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .isEqualTo("Object Deployment.apps/v1 " + namespace
                                + "/app: .status.condition[\"Available\"] is False"));
        assertThat(fixture.condition(first, ConditionTypes.PROGRESSING).map(Condition::reason))
                .as("the older revision waits for nothing")
                .contains(Reasons.SUCCEEDED);

        // When
        fixture.admin().resource(stuck).delete();
        fixture.awaitGone(stuck);

        // Then
        awaitAvailability(first, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);
    }

    @Test
    void shouldTellWhatIsMissingWhenAFirstInstallationCannotGoOn() {
        // Given an account without rights
        String namespace = fixture.namespace();
        ClusterObjectSet set = set(
                "rightless-" + namespace,
                1,
                fixture.account(namespace),
                phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        fixture.awaitCondition(
                set,
                ConditionTypes.AVAILABLE,
                Reasons.PROBE_FAILURE,
                message -> assertThat(message)
                        .isEqualTo("Object ConfigMap.v1 " + namespace + "/settings: is not applied"));
    }

    @Test
    void shouldNotTellAnAccountWithoutRightsWhetherAnObjectExists() {
        // Given an object of somebody else
        String namespace = fixture.namespace();
        ServiceAccountRef account = fixture.account(namespace);
        String victim = fixture.namespace();
        fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(victim)
                        .withName("exists")
                        .endMetadata()
                        .build())
                .create();

        for (String name : new String[] {"exists", "missing"}) {
            // When
            ClusterObjectSet set =
                    set(name + "-" + namespace, 1, account, phase("deploy", configMap(victim, name, "a")));
            fixture.admin().resource(set).create();

            // Then
            fixture.awaitCondition(
                    set,
                    ConditionTypes.AVAILABLE,
                    Reasons.PROBE_FAILURE,
                    message -> assertThat(message)
                            .isEqualTo("Object ConfigMap.v1 " + victim + "/" + name + ": is not applied"));
            assertThat(fixture.condition(set, ConditionTypes.PROGRESSING))
                    .hasValueSatisfying(
                            progressing -> assertThat(progressing.message()).doesNotContain("exists already"));
        }
    }

    @Test
    void shouldTellOfADeploymentThatFailsWhileTheRevisionCannotBePrepared() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet set =
                set("unprepared-" + namespace, 1, account, phase("deploy", deployment(namespace, "app")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        awaitAvailability(set, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);

        try {
            // When a controller that has just started may not list the marks, and the pod cannot be scheduled any more
            fixture.whileDown(() -> {
                fixture.inject(chain -> listsMarks(chain.request())
                        ? Faults.answer(403, "no marks today").intercept(chain)
                        : chain.proceed(chain.request()));
                patchDeployment(namespace, "{\"nowhere\": \"yes\"}");
            });

            // Then
            fixture.awaitCondition(
                    set,
                    ConditionTypes.PROGRESSING,
                    Reasons.RETRYING,
                    message -> assertThat(message)
                            .startsWith("preparing the Secrets of the revision: ")
                            .contains("no marks today"));
            awaitAvailability(set, Condition.Status.FALSE, Reasons.PROBE_FAILURE);
            fixture.awaitCondition(
                    set,
                    ConditionTypes.AVAILABLE,
                    Reasons.PROBE_FAILURE,
                    message -> assertThat(message)
                            .isEqualTo("Object Deployment.apps/v1 " + namespace
                                    + "/app: .status.condition[\"Available\"] is False"));
            fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        } finally {
            fixture.inject(chain -> chain.proceed(chain.request()));
            patchDeployment(namespace, "null");
        }

        // Then it goes on when it may list them again
        fixture.awaitRolledOut(set);
        awaitAvailability(set, Condition.Status.TRUE, Reasons.PROBES_SUCCEEDED);
    }

    /** Whether a request lists the marks of orphaning deletions. */
    private static boolean listsMarks(Request request) {
        String selector = request.url().queryParameter("fieldSelector");
        return request.method().equals("GET")
                && request.url().encodedPath().equals("/api/v1/namespaces/" + SetControllerFixture.SYSTEM + "/secrets")
                && selector != null
                && selector.contains("olm.operatorframework.io/cascade");
    }

    private static ObjectNode recreated(String namespace) {
        ObjectNode deployment = deployment(namespace, "app");
        deployment.withObject("/spec/strategy").put("type", "Recreate");
        return deployment;
    }

    private static void deleteAccount(ServiceAccountRef account) {
        fixture.admin()
                .serviceAccounts()
                .inNamespace(account.namespace())
                .withName(account.name())
                .delete();
    }

    /** Changes fields that the revision does not set. */
    private static void patchDeployment(String namespace, String nodeSelector) {
        String patch = """
                {"spec": {"strategy": {"type": "Recreate", "rollingUpdate": null},
                 "template": {"spec": {"nodeSelector": %s}}}}
                """.formatted(nodeSelector);
        fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .withName("app")
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void awaitAvailability(ClusterObjectSet set, Condition.Status status, String reason) {
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.condition(set, ConditionTypes.AVAILABLE))
                        .hasValueSatisfying(condition -> {
                            assertThat(condition.status()).isEqualTo(status);
                            assertThat(condition.reason()).isEqualTo(reason);
                        }));
    }
}
