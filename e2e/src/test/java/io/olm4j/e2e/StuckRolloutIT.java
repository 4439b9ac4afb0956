package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An upgrade that cannot complete, and the way out of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StuckRolloutIT {

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final OlmProcess program = new OlmProcess(olm.controllerCache())
            .with("KUBECONFIG", olm.cluster().kubeconfig());

    @BeforeAll
    void setUp() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        samples.push(olm.registry());
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
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
