package io.olm4j.process.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.process.apiserver.ApiRequestMetrics;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link ControllerMetrics} and of the request counters, with a controller on a real API server. */
class ControllerMetricsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAMESPACE = "controller-metrics";
    private static final String CONTROLLER = "{controller=\"tested\"} ";
    private static final String QUEUE = "{controller=\"tested\",name=\"tested\"} ";
    private static final KubernetesClient ADMIN = TestCluster.shared().client();

    private final PrometheusMeterRegistry meters = ProcessMetrics.registry("1.2.3", "abc");
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch watching = new CountDownLatch(1);
    private KubernetesClient client;
    private Operator operator;

    @BeforeEach
    void start() {
        ADMIN.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .createOr(existing -> existing.patch());
        client = new ApiServerHttp(this::noteWatch, new ApiRequestMetrics(meters)).newClient(ADMIN.getConfiguration());
        operator = new Operator(configuration -> configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withExecutorService(Executors.newVirtualThreadPerTaskExecutor())
                .withMetrics(new ControllerMetrics(meters)));
        operator.register(
                new Tested(),
                configuration -> configuration
                        .settingNamespaces(Set.of(NAMESPACE))
                        .withLabelSelector("tested=yes")
                        .withRetry(new GenericRetry().setInitialInterval(10).setMaxAttempts(2)));
        operator.start();
    }

    /** Sees an answer when it has been counted. */
    private Response noteWatch(Interceptor.Chain chain) throws IOException {
        Response answer = chain.proceed(chain.request());
        if ("true".equals(chain.request().url().queryParameter("watch"))) {
            watching.countDown();
        }
        return answer;
    }

    @AfterEach
    void stop() {
        held.countDown();
        operator.stop();
        ADMIN.configMaps().inNamespace(NAMESPACE).withLabel("tested").delete();
        await().atMost(PATIENCE)
                .until(() -> ADMIN.configMaps()
                        .inNamespace(NAMESPACE)
                        .withLabel("tested")
                        .list()
                        .getItems()
                        .isEmpty());
        client.close();
        meters.close();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @Test
    void shouldCountPassesByWhatTheyCameTo() {
        // When
        create("well");
        create("later");
        create("broken");

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(reconciled("success")).isEqualTo(1);
            assertThat(reconciled("requeue_after")).isEqualTo(1);
            assertThat(reconciled("error")).isEqualTo(3);
            assertThat(value("workqueue_retries_total" + QUEUE)).isEqualTo(2);
            assertThat(value("controller_runtime_reconcile_time_seconds_count" + CONTROLLER))
                    .isEqualTo(5);
            assertThat(value("workqueue_work_duration_seconds_count" + QUEUE)).isEqualTo(5);
            assertThat(value("workqueue_depth" + QUEUE)).isZero();
            assertThat(value("controller_runtime_active_workers" + CONTROLLER)).isZero();
        });
        assertThat(reconciled("requeue")).isZero();
        assertThat(value("controller_runtime_reconcile_errors_total" + CONTROLLER))
                .isEqualTo(3);
        assertThat(value("workqueue_adds_total" + QUEUE)).isEqualTo(5);
        assertThat(value("workqueue_queue_duration_seconds_count" + QUEUE)).isEqualTo(5);
        assertThat(meters.scrape())
                .contains("controller_runtime_reconcile_time_seconds_bucket{controller=\"tested\",le=\"0.005\"}")
                .contains("controller_runtime_reconcile_time_seconds_bucket{controller=\"tested\",le=\"60.0\"} 5");
    }

    @Test
    void shouldTellPassesThatRun() {
        // When
        create("held");

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(value("controller_runtime_active_workers" + CONTROLLER))
                        .isEqualTo(1));

        // When
        held.countDown();

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(value("controller_runtime_active_workers" + CONTROLLER))
                        .isZero());
    }

    @Test
    void shouldCountEachRequestToApiServerOnce() throws InterruptedException {
        // Given a controller that watches, and so has read all objects
        String host = ADMIN.getMasterUrl().getAuthority();
        String found = "rest_client_requests_total{code=\"200\",host=\"" + host + "\",method=\"GET\"} ";
        String missing = "rest_client_requests_total{code=\"404\",host=\"" + host + "\",method=\"GET\"} ";
        assertThat(watching.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        double before = value(found);

        // When
        client.namespaces().withName(NAMESPACE).get();
        client.namespaces().withName("nowhere").get();

        // Then
        assertThat(value(found) - before).isEqualTo(1);
        assertThat(value(missing)).isEqualTo(1);
        assertThat(meters.find("rest.client.requests").tag("code", "101").counters())
                .as("a watch is a request as all others")
                .isEmpty();
    }

    private static void create(String name) {
        ADMIN.configMaps()
                .inNamespace(NAMESPACE)
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(Map.of("tested", "yes"))
                        .endMetadata()
                        .build())
                .create();
    }

    private double reconciled(String result) {
        return value("controller_runtime_reconcile_total{controller=\"tested\",result=\"" + result + "\"} ");
    }

    private double value(String series) {
        return Arrays.stream(meters.scrape().split("\n", -1))
                .filter(line -> line.startsWith(series))
                .map(line -> line.substring(series.length()))
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + "in\n" + meters.scrape()));
    }

    /** Succeeds, fails, waits or reschedules, depending on the name of the ConfigMap. */
    @ControllerConfiguration(name = "tested")
    private final class Tested implements Reconciler<ConfigMap> {
        @Override
        public UpdateControl<ConfigMap> reconcile(ConfigMap map, Context<ConfigMap> context) throws Exception {
            switch (map.getMetadata().getName()) {
                case "later" -> {
                    return UpdateControl.<ConfigMap>noUpdate().rescheduleAfter(Duration.ofHours(1));
                }
                case "broken" -> throw new IllegalStateException("broken");
                case "held" -> held.await();
                default -> {}
            }
            return UpdateControl.noUpdate();
        }
    }
}
