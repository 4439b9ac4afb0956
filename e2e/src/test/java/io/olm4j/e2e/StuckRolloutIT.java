package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An upgrade that cannot complete, or whose predecessor cannot be deleted, and the way out of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StuckRolloutIT {

    /** For some retries, each of which marks the stuck revision anew; without pauses there are more than a hundred. */
    private static final int MOST_EVENTS = 50;

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final OlmProcess program = OlmProcess.on(olm);

    @BeforeAll
    void setUp() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
    }

    @BeforeEach
    void install() {
        olm.apply(new Samples(olm.cluster().registryHost()).clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterEach
    void delete() {
        extensions.delete("greeter");
    }

    @Test
    void shouldLeaveAStuckRolloutWhenTheSpecChanges() throws Exception {
        // Given an upgrade whose pods fit no node
        patch("""
                {"spec":{"source":{"catalog":{"version":"1.1.0"}},"config":{"configType":"Inline",
                "inline":{"deploymentConfig":{"nodeSelector":{"nowhere":"yes"}}}}}}""");
        extensions.awaitProgressing("greeter", "RollingOut", "Revision 1.1.0 is rolling out.");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(extensions.status("greeter").activeRevisions())
                        .hasSize(2));
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("1.0.0");

        assertThatThePodIsShownBelowItsDeployment();

        // When
        patch("{\"spec\":{\"config\":null}}");

        // Then
        extensions.awaitInstalled("greeter", "1.1.0");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(
                                InstalledState.of(olm.client(), "greeter").revisions())
                        .containsExactly(
                                "greeter-1 ARCHIVED succeeded=true",
                                "greeter-2 ARCHIVED succeeded=false",
                                "greeter-3 ACTIVE succeeded=true"));
        extensions.assertDeploymentsAvailable("greeter");
    }

    @Test
    void shouldNameTheObjectOfTheInstalledRevisionThatBreaks() throws Exception {
        // When somebody makes the pods fit no node
        olm.client()
                .apps()
                .deployments()
                .inNamespace("greeter")
                .withName("greeter-operator")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"template\":{\"spec\":{\"nodeSelector\":{\"nowhere\":\"yes\"}}}}}");

        // Then
        extensions.awaitProgressing("greeter", "RollingOut", "greeter-1 waits for: ", "greeter-operator");
        assertThat(ArgoCdHealth.read().of(raw("greeter")).status()).isEqualTo("Degraded");
        assertThat(FluxHealth.read().of(raw("greeter"))).isEqualTo("Failed");
        assertThat(extensions.installed("greeter").map(BundleMetadata::version)).hasValue("1.0.0");
    }

    private JsonNode raw(String extension) throws Exception {
        return new ObjectMapper()
                .readTree(olm.client().raw("/apis/olm.operatorframework.io/v1/clusterextensions/" + extension));
    }

    @Test
    void shouldSayWhatIsLeftOfARevisionAfterAnUpgradeUntilItIsDeleted() {
        // Given something that forbids the deletion of an object that only the old version has
        String binding = olm.client().rbac().clusterRoleBindings().list().getItems().stream()
                .map(one -> one.getMetadata().getName())
                .filter(name -> name.startsWith("greeter-operator.v1-"))
                .findFirst()
                .orElseThrow();
        String policy = forbid(
                "DELETE",
                "rbac.authorization.k8s.io",
                "clusterrolebindings",
                "oldObject",
                binding,
                "this binding is kept");
        olm.apply(policy);
        try {
            await().atMost(Duration.ofMinutes(2)).until(() -> mayNotDelete(binding));

            // When
            extensions.patchCatalogFilter(
                    "greeter", "{\"version\":\"2.0.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");

            // Then
            extensions.awaitProgressing(
                    "greeter",
                    "Succeeded",
                    "Revision 2.0.0 has rolled out. Objects of the archived revision greeter-1 may be left: ",
                    binding,
                    "this binding is kept");

            // When the revision is deleted, as the next but five upgrades would do
            olm.client().resources(ClusterObjectSet.class).withName("greeter-1").delete();

            // Then
            extensions.awaitProgressing(
                    "greeter",
                    "Succeeded",
                    "Objects of the archived revision greeter-1 may be left: Deleting since ",
                    binding,
                    "this binding is kept");
        } finally {
            allow(policy);
        }

        // The pause between two attempts grows to a minute.
        await().atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> assertThat(
                                Extensions.condition(extensions.status("greeter"), ConditionTypes.PROGRESSING))
                        .hasValueSatisfying(c -> assertThat(c.message()).isEqualTo("Revision 2.0.0 has rolled out.")));
        assertThat(olm.client().rbac().clusterRoleBindings().withName(binding).get())
                .isNull();
    }

    @Test
    void shouldSayWhyTheDeletionIsRefusedAndGoOnWhenItIsAllowed() {
        // Given something that forbids the deletion of the revisions
        String policy = forbid(
                "DELETE",
                "olm.operatorframework.io",
                "clusterobjectsets",
                "oldObject",
                "greeter-",
                "no deletions today");
        olm.apply(policy);
        try {
            await().atMost(Duration.ofMinutes(2)).until(this::mayNotDeleteTheRevision);

            // When
            olm.client().resources(ClusterExtension.class).withName("greeter").delete();

            // Then
            extensions.awaitProgressing("greeter", "Deleting", "no deletions today");
            assertThat(olm.client()
                            .resources(ClusterObjectSet.class)
                            .withName("greeter-1")
                            .require()
                            .isMarkedForDeletion())
                    .isFalse();
        } finally {
            allow(policy);
        }

        // The pause between two attempts grows to a minute.
        await().atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> assertThat(olm.client()
                                .resources(ClusterExtension.class)
                                .withName("greeter")
                                .get())
                        .isNull());
    }

    @Test
    void shouldRetryAtGrowingPausesWhenTheRevisionAfterAStuckOneCannotBeCreated() {
        // Given an upgrade whose pods fit no node, and something that forbids the Secrets of the next revision
        patch("""
                {"spec":{"source":{"catalog":{"version":"1.1.0"}},"config":{"configType":"Inline",
                "inline":{"deploymentConfig":{"nodeSelector":{"nowhere":"yes"}}}}}}""");
        extensions.awaitProgressing("greeter", "RollingOut", "Revision 1.1.0 is rolling out.");
        String policy = forbid("CREATE", "", "secrets", "object", "greeter-3-", "no more Secrets");
        olm.apply(policy);
        try {
            await().atMost(Duration.ofMinutes(2)).until(this::mayNotCreateASecret);

            // When
            patch("{\"spec\":{\"config\":null}}");

            // Then
            extensions.awaitProgressing("greeter", "Retrying", "creating ref Secret \"greeter-3-", "no more Secrets");
            var events = new AtomicInteger();
            var ended = new AtomicBoolean();
            try (Watch _ = olm.client()
                    .resources(ClusterObjectSet.class)
                    .withName("greeter-2")
                    .watch(counting(events, ended))) {
                await().during(Duration.ofSeconds(10))
                        .atMost(Duration.ofSeconds(20))
                        .untilAsserted(() -> assertThat(events).hasValueLessThan(MOST_EVENTS));
                assertThat(events).as("the set is watched").hasPositiveValue();
                assertThat(ended).isFalse();
            }
        } finally {
            allow(policy);
        }
        extensions.awaitInstalled("greeter", "1.1.0");
    }

    private static Watcher<ClusterObjectSet> counting(AtomicInteger events, AtomicBoolean ended) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ClusterObjectSet set) {
                events.incrementAndGet();
            }

            @Override
            public void onClose(WatcherException cause) {
                ended.set(true);
            }
        };
    }

    private boolean mayNotCreateASecret() {
        try {
            olm.client()
                    .resource(new SecretBuilder()
                            .withNewMetadata()
                            .withName("greeter-3-x")
                            .withNamespace("olmv1-system")
                            .endMetadata()
                            .build())
                    .dryRun()
                    .create();
            return false;
        } catch (KubernetesClientException e) {
            return ApiException.text(e).contains("no more Secrets");
        }
    }

    /** A policy that forbids an operation on the objects whose name begins so. */
    private static String forbid(
            String operation, String group, String resource, String object, String name, String message) {
        return """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata:
                  name: forbid
                spec:
                  matchConstraints:
                    resourceRules:
                      - apiGroups: ["%s"]
                        apiVersions: [v1]
                        operations: [%s]
                        resources: [%s]
                  validations:
                    - expression: '!%s.metadata.name.startsWith("%s")'
                      message: %s
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata:
                  name: forbid
                spec:
                  policyName: forbid
                  validationActions: [Deny]
                """.formatted(group, operation, resource, object, name, message);
    }

    private void allow(String policy) {
        olm.client().resource(yaml(policy, 1)).delete();
        olm.client().resource(yaml(policy, 0)).delete();
    }

    private static String yaml(String documents, int index) {
        return documents.split("---\n", -1)[index];
    }

    private boolean mayNotDelete(String binding) {
        try {
            olm.client().rbac().clusterRoleBindings().withName(binding).dryRun().delete();
            return false;
        } catch (KubernetesClientException e) {
            return ApiException.text(e).contains("this binding is kept");
        }
    }

    private boolean mayNotDeleteTheRevision() {
        try {
            olm.client()
                    .resources(ClusterObjectSet.class)
                    .withName("greeter-1")
                    .dryRun()
                    .delete();
            return false;
        } catch (KubernetesClientException e) {
            return ApiException.text(e).contains("no deletions today");
        }
    }

    private void assertThatThePodIsShownBelowItsDeployment() throws Exception {
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(
                                program.run("extension", "describe", "greeter").output())
                        .containsPattern("\nNotReady +Deployment [\\s\\S]*\nNotReady +Pod \\S+ +not scheduled: "));
        Pod pod = olm.client().pods().inAnyNamespace().list().getItems().stream()
                .filter(one -> one.getMetadata().getName().startsWith("greeter"))
                .findFirst()
                .orElseThrow();
        OwnerReference set = pod.getMetadata().getOwnerReferences().getFirst();
        String namespace = pod.getMetadata().getNamespace();
        String controlled = "is controlled by Deployment greeter[^ ]*; that belongs to revision greeter-\\d of"
                + " ClusterExtension greeter \\(bundle greeter-operator\\.v1\\.\\d\\.0\\)\\.\n";

        assertThat(program.run("who", "rs/" + set.getName(), "-n", namespace).output())
                .containsPattern("^ReplicaSet " + namespace + "/" + set.getName() + " " + controlled)
                .endsWith(" creates it again.\n");
        assertThat(program.run("who", "pod/" + pod.getMetadata().getName(), "-n", namespace)
                        .output())
                .containsPattern(" is controlled by ReplicaSet " + set.getName() + ", which " + controlled)
                .endsWith("\nDeleted: the controller of ReplicaSet " + set.getName() + " creates it again.\n");
    }

    private void patch(String mergePatch) {
        olm.client()
                .resources(ClusterExtension.class)
                .withName("greeter")
                .patch(PatchContext.of(PatchType.JSON_MERGE), mergePatch);
    }
}
