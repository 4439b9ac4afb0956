package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.olm4j.applier.object.Revision;
import io.olm4j.testsupport.Gadgets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests that the controller does not disturb an API server that deletes CRDs slowly. */
class CrdDeletionLoadIT {

    private static final int DEFINITIONS = 100;
    private static final int PER_REVISION = 20;

    /** More deletions than the API server performs at once: the others wait. */
    private static final int HELD = 10;

    /** The API server checks definitions whose deletion it gave up every five minutes. */
    private static final Duration LONGER_THAN_A_RESYNC = Duration.ofMinutes(7);

    private static final String FINALIZER = "example.com/held-by-the-test";

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    @Test
    void shouldPatchOnlyDefinitionsThatFailedWhenAHundredAreDeletedAtOnce() {
        // Given
        String namespace = fixture.namespace();
        List<Revision> revisions = IntStream.range(0, DEFINITIONS / PER_REVISION)
                .mapToObj(i -> revision(
                        "many-" + i,
                        1,
                        phase(
                                "crds",
                                IntStream.range(i * PER_REVISION, (i + 1) * PER_REVISION)
                                        .mapToObj(n -> gadgetCrd(group(namespace, n)))
                                        .toArray(ObjectNode[]::new))))
                .toList();
        revisions.forEach(fixture::rollOut);
        IntStream.range(0, HELD).forEach(n -> hold(namespace, n));
        Set<String> failed = ConcurrentHashMap.newKeySet();
        Set<String> pending = ConcurrentHashMap.newKeySet();
        fixture.requests().clear();
        try (Watch _ =
                fixture.admin().apiextensions().v1().customResourceDefinitions().watch(new Reasons(failed, pending))) {

            // When
            revisions.forEach(fixture::tearDownPass);

            // Then
            await().atMost(Duration.ofMinutes(2)).until(() -> remaining(namespace) < DEFINITIONS || !pending.isEmpty());
            await().pollInterval(Duration.ofSeconds(1))
                    .during(Duration.ofSeconds(12))
                    .atMost(Duration.ofMinutes(3))
                    .untilAsserted(() -> {
                        revisions.forEach(fixture::tearDownPass);
                        assertThat(failed).containsAll(patched());
                    });

            // When
            IntStream.range(0, HELD).forEach(n -> release(namespace, n));

            // Then
            await().pollInterval(Duration.ofSeconds(1))
                    .atMost(LONGER_THAN_A_RESYNC)
                    .until(() -> revisions.stream()
                            .map(fixture::tearDownPass)
                            .allMatch(TeardownResult.Complete.class::isInstance));
            assertThat(remaining(namespace)).isZero();
            // The watch of the test may be behind what the engine has read.
            await().atMost(Duration.ofMinutes(2))
                    .untilAsserted(() -> assertThat(failed).containsAll(patched()));
        }
    }

    private static String group(String namespace, int number) {
        return "g" + number + "." + namespace;
    }

    /** Creates an instance with a finalizer; retries, because a new definition is served only a moment later. */
    private static void hold(String namespace, int number) {
        GenericKubernetesResource gadget = fixture.admin()
                .getKubernetesSerialization()
                .convertValue(Gadgets.gadget(group(namespace, number), "held"), GenericKubernetesResource.class);
        gadget.getMetadata().setNamespace(namespace);
        gadget.getMetadata().setFinalizers(List.of(FINALIZER));
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> gadgets(fixture.admin(), group(namespace, number))
                                .resource(gadget)
                                .create()
                        != null);
    }

    private static void release(String namespace, int number) {
        gadgets(fixture.admin(), group(namespace, number))
                .inNamespace(namespace)
                .withName("held")
                .edit(gadget -> {
                    gadget.getMetadata().setFinalizers(List.of());
                    return gadget;
                });
    }

    private static long remaining(String namespace) {
        return fixture.admin().apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                .filter(crd -> crd.getSpec().getGroup().endsWith(namespace + ".example.com"))
                .count();
    }

    private static List<String> patched() {
        String path = "PATCH /apis/apiextensions.k8s.io/v1/customresourcedefinitions/";
        return fixture.requests().writes().stream()
                .filter(request -> request.startsWith(path))
                .map(request -> request.substring(path.length()))
                .toList();
    }

    /** Collects the definitions that the API server failed to delete, and those whose deletion it has not begun. */
    private record Reasons(Set<String> failed, Set<String> pending) implements Watcher<CustomResourceDefinition> {

        @Override
        public void eventReceived(Action action, CustomResourceDefinition crd) {
            crd.getStatus().getConditions().stream()
                    .filter(condition -> condition.getType().equals("Terminating"))
                    .forEach(condition -> {
                        if (condition.getReason().equals("InstanceDeletionFailed")) {
                            failed.add(crd.getMetadata().getName());
                        }
                        if (condition.getReason().equals("InstanceDeletionPending")) {
                            pending.add(crd.getMetadata().getName());
                        }
                    });
        }

        @Override
        public void onClose(WatcherException cause) {
            throw new AssertionError(cause);
        }
    }
}
