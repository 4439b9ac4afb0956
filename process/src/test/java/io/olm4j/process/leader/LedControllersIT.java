package io.olm4j.process.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link LedControllers} with objects of a real API server. */
class LedControllersIT {

    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String LABEL = "led-controllers-it";

    private final KubernetesClient client = TestCluster.shared().cluster().adminClient();
    private final Leadership leadership = Leadership.alone();
    private final Recorder recorder = new Recorder();

    /** Records the names of the objects that it reconciles. */
    private static final class Recorder implements Reconciler<ConfigMap> {
        private final Queue<String> reconciled = new ConcurrentLinkedQueue<>();
        private volatile @Nullable IndexerResourceCache<ConfigMap> cache;

        @Override
        public List<EventSource<?, ConfigMap>> prepareEventSources(EventSourceContext<ConfigMap> context) {
            cache = context.getPrimaryCache();
            return List.of();
        }

        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap object, Context<ConfigMap> context) {
            reconciled.add(object.getMetadata().getName());
            return UpdateControl.noUpdate();
        }

        /** The UID of an object in the cache; empty if it is not there. */
        String uid(String name) {
            return Objects.requireNonNull(cache)
                    .get(new ResourceID(name, "default"))
                    .map(object -> object.getMetadata().getUid())
                    .orElse("");
        }
    }

    private LedControllers start() {
        return start(recorder);
    }

    private LedControllers start(Recorder reconciler) {
        var operator = new Operator(configuration -> configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withExecutorService(Executors.newVirtualThreadPerTaskExecutor()));
        operator.register(
                reconciler,
                configuration -> configuration.settingNamespaces("default").withLabelSelector(LABEL));
        return LedControllers.start(operator, leadership);
    }

    private void create(String name) {
        ConfigMap created = createUnseen(name);
        await().atMost(SOON)
                .until(() -> recorder.uid(name).equals(created.getMetadata().getUid()));
    }

    private ConfigMap createUnseen(String name) {
        return client.resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .withLabels(Map.of(LABEL, ""))
                        .endMetadata()
                        .build())
                .create();
    }

    /** Waits until one more object was reconciled: what was to be reconciled before has been. */
    private void reconcileLast(Recorder reconciler) {
        createUnseen("last");
        await().atMost(SOON).until(() -> reconciler.reconciled.contains("last"));
    }

    private void delete(String name) {
        client.configMaps().inNamespace("default").withName(name).delete();
        await().atMost(SOON).until(() -> recorder.uid(name).isEmpty());
    }

    @AfterEach
    void clean() {
        leadership.close();
        client.configMaps().inNamespace("default").withLabel(LABEL).delete();
    }

    @Test
    void shouldReconcileEachObjectOnceWhenItBeginsToLead() {
        try (var _ = start()) {
            // Given a replica that follows while objects come and go
            for (int i = 0; i < 5; i++) {
                create("again");
                delete("again");
            }
            create("again");
            create("gone");
            delete("gone");
            assertThat(recorder.reconciled).isEmpty();

            // When
            leadership.start();

            // Then
            create("later");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(recorder.reconciled).containsExactlyInAnyOrder("again", "later"));
            reconcileLast(recorder);
            assertThat(recorder.reconciled).containsExactlyInAnyOrder("again", "later", "last");
        }
    }

    @Test
    void shouldReconcileNothingWhenItNeverLed() {
        // Given controllers that end before this replica leads, and others that do not
        try (var _ = start()) {
            create("again");
        }
        var other = new Recorder();
        try (var _ = start(other)) {
            // When
            leadership.start();

            // Then
            createUnseen("later");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(other.reconciled).containsExactlyInAnyOrder("again", "later"));
            reconcileLast(other);
            assertThat(other.reconciled).containsExactlyInAnyOrder("again", "later", "last");
            assertThat(recorder.reconciled).isEmpty();
        }
    }
}
