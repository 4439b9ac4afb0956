package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
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
