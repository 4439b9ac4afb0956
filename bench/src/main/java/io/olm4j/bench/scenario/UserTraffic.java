package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A user's small requests for one ConfigMap, twenty a second: reads and patches in turn. A slow answer delays no other
 * request.
 */
final class UserTraffic implements AutoCloseable {

    private static final long PERIOD_MILLIS = 50;
    private static final String NAMESPACE = "default";
    private static final String NAME = "of-the-user";

    private final KubernetesClient user;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Double> millis = new ConcurrentLinkedQueue<>();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger sent = new AtomicInteger();

    private UserTraffic(KubernetesClient user) {
        this.user = user;
    }

    /** Starts to send requests; the ConfigMap must exist. */
    static UserTraffic start(KubernetesClient user) {
        UserTraffic traffic = new UserTraffic(user);
        var _ = traffic.clock.scheduleAtFixedRate(traffic::send, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return traffic;
    }

    /** The ConfigMap of the requests. */
    static String configMap() {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: %s}
                data: {key: "0"}
                """.formatted(NAME, NAMESPACE);
    }

    private void send() {
        int number = sent.incrementAndGet();
        long due = System.nanoTime();
        var _ = requests.submit(() -> {
            try {
                request(number);
                millis.add((System.nanoTime() - due) / 1e6);
            } catch (RuntimeException e) {
                failures.incrementAndGet();
            }
        });
    }

    private void request(int number) {
        var map = user.configMaps().inNamespace(NAMESPACE).withName(NAME);
        if (number % 2 == 0) {
            var _ = map.get();
        } else {
            map.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"data\":{\"key\":\"" + number + "\"}}");
        }
    }

    /** The time of each request that was answered, in milliseconds. */
    List<Double> millis() {
        return List.copyOf(millis);
    }

    /** How many requests failed. */
    int failures() {
        return failures.get();
    }

    /** Sends no more requests, and waits for the answers. */
    @Override
    public void close() {
        clock.close();
        requests.close();
    }
}
