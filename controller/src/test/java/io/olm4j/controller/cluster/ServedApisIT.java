package io.olm4j.controller.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.testsupport.Definitions;
import io.olm4j.testsupport.TestCluster;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for {@link ServedApis} on a real API server. */
class ServedApisIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ApiKind V1 = new ApiKind("served.example.com", "v1", "Widget");
    private static final ApiKind V2 = new ApiKind("served.example.com", "v2", "Widget");
    private static final ApiKind POD = new ApiKind("", "v1", "Pod");
    private static final ApiKind DEPLOYMENT = new ApiKind("apps", "v1", "Deployment");

    private final KubernetesClient client = TestCluster.shared().client();

    @AfterEach
    void removeCrd() {
        Definitions.delete(client, "widgets.served.example.com");
    }

    private void applyCrd(boolean withV2) {
        String version = """
                    - name: %s
                      served: true
                      storage: %s
                      schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """;
        String crd = """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.served.example.com}
                spec:
                  group: served.example.com
                  scope: Namespaced
                  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
                  versions:
                """ + version.formatted("v1", "true") + (withV2 ? version.formatted("v2", "false") : "");
        client.load(new ByteArrayInputStream(crd.getBytes(StandardCharsets.UTF_8)))
                .items()
                .forEach(item -> client.resource(item)
                        .fieldManager("test")
                        .forceConflicts()
                        .serverSideApply());
    }

    @Test
    void shouldKnowWhatTheApiServerServes() {
        try (ServedApis served = ServedApis.start(client)) {
            assertThat(served.serves(POD)).isTrue();
            assertThat(served.serves(DEPLOYMENT)).isTrue();
            assertThat(served.serves(V1)).isFalse();
            assertThat(served.all()).contains(POD, DEPLOYMENT);
            assertThat(served.kubernetesVersion())
                    .isEqualTo(client.getKubernetesVersion().getGitVersion());
        }
    }

    @Test
    void shouldFollowACustomResourceDefinition() {
        try (ServedApis served = ServedApis.start(client)) {
            var changes = new AtomicInteger();
            served.onChange(changes::incrementAndGet);

            applyCrd(false);
            await().atMost(PATIENCE).until(() -> served.serves(V1));
            assertThat(served.serves(V2)).isFalse();

            applyCrd(true);
            await().atMost(PATIENCE).until(() -> served.serves(V2));

            removeCrd();
            await().atMost(PATIENCE).until(() -> !served.serves(V1) && !served.serves(V2));
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).hasValueGreaterThanOrEqualTo(3));
        }
    }

    @Test
    void shouldReadAgainWhenTheWatchIsOpenedAnew() {
        var log = new RequestCounter(client);
        try (KubernetesClient counted = log.client();
                ServedApis _ = ServedApis.start(counted, 2)) {
            int atStart = log.reads("/version");

            await().atMost(PATIENCE).until(() -> log.watches() > 3 && log.reads("/version") > atStart + 2);
        }
    }

    @Test
    void shouldSendNothingAtRest() {
        var log = new RequestCounter(client);
        try (KubernetesClient counted = log.client();
                ServedApis _ = ServedApis.start(counted)) {
            // The watch first reports every APIService; the last read after an event comes 15 s later.
            await().atMost(PATIENCE).during(Duration.ofSeconds(20)).until(log::isQuiet);
        }
    }
}
