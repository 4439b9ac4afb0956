package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.testsupport.Definitions;
import io.olm4j.testsupport.SmallBundles;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WatchEventsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TEXT = "1.0 → 1.1 … é 😀 ";

    @Test
    void shouldWatchObjectsWithCharactersThatAreNotAscii() {
        TestCluster.shared().reset();
        KubernetesClient admin = TestCluster.shared().cluster().adminClient();
        try (KubernetesClient client = ApiServerHttp.client(admin.getConfiguration());
                SharedIndexInformer<ConfigMap> informer =
                        client.configMaps().inNamespace("default").inform()) {
            for (int size = 1; size <= 4096; size *= 2) {
                admin.resource(map(size)).create();
            }

            for (int size = 1; size <= 4096; size *= 2) {
                ConfigMap wanted = map(size);
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(informer.getStore()
                                        .getByKey("default/"
                                                + wanted.getMetadata().getName()))
                                .isNotNull()
                                .extracting(ConfigMap::getData)
                                .isEqualTo(wanted.getData()));
            }
            assertThat(informer.isRunning()).isTrue();
        }
    }

    /** The API server keeps no events from before a kind was defined. */
    @Test
    void shouldTellThatAWatchBeginsTooEarly() {
        TestCluster.shared().reset();
        KubernetesClient admin = TestCluster.shared().cluster().adminClient();
        CustomResourceDefinition definition = admin.getKubernetesSerialization()
                .unmarshal(
                        SmallBundles.definition("Thing", "watch.example.com", "Cluster"),
                        CustomResourceDefinition.class);
        admin.resource(definition).create();
        Definitions.awaitEstablished(admin, definition.getMetadata().getName());
        var ended = new CompletableFuture<WatcherException>();
        var watcher = new Watcher<GenericKubernetesResource>() {
            @Override
            public void eventReceived(Action action, GenericKubernetesResource thing) {}

            @Override
            public void onClose(WatcherException cause) {
                ended.complete(cause);
            }
        };
        try (KubernetesClient client = ApiServerHttp.client(admin.getConfiguration());
                Watch _ = client.genericKubernetesResources("watch.example.com/v1", "Thing")
                        .withResourceVersion("1")
                        .watch(watcher)) {
            assertThat(ended).succeedsWithin(PATIENCE).matches(WatcherException::isHttpGone);
        }
    }

    private static ConfigMap map(int size) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withName("text-" + size)
                .withNamespace("default")
                .endMetadata()
                .addToData("text", TEXT.repeat(size))
                .build();
    }
}
