package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests how many platform threads requests and watches need. */
class HttpThreadsIT {

    private static final int ACCOUNTS = 60;
    private static final int WATCHES = 60;

    /** Threads for connections, each of which has a reader, and for timers. */
    private static final int FEW = 12;

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldNeedNoThreadForEachAccount() throws Exception {
        // Given
        List<ServiceAccountRef> refs = IntStream.range(0, ACCOUNTS)
                .mapToObj(i -> fixture.account(fixture.namespace()))
                .toList();
        try (KubernetesClient controller = ApiServerHttp.client(fixture.admin().getConfiguration());
                var accounts = new ServiceAccountClients(controller, Clock.systemUTC(), ApiServerHttp::client)) {
            List<ObjectClient> clients =
                    refs.stream().map(ref -> client(accounts, ref)).toList();
            // Otherwise all of them may open a connection, before any knows that one would do.
            requestOfEach(clients.subList(0, 1));
            long before = platformThreads();

            // When
            requestOfEach(clients);

            // Then
            assertThat(platformThreads() - before).isLessThan(FEW);

            // When one is forgotten
            accounts.forget(refs.getFirst());

            // Then the others still work
            requestOfEach(clients.subList(1, ACCOUNTS));
        }
    }

    @Test
    void shouldNeitherNeedAThreadForEachWatchNorLetWatchesKeepRequestsWaiting() {
        // Given
        String namespace = fixture.namespace();
        var events = new AtomicInteger();
        try (KubernetesClient client = ApiServerHttp.client(fixture.admin().getConfiguration())) {
            client.configMaps().inNamespace(namespace).list();
            long before = platformThreads();

            // When
            List<Watch> watches = IntStream.range(0, WATCHES)
                    .mapToObj(i -> client.configMaps()
                            .inNamespace(namespace)
                            .withName("seen")
                            .watch(counting(events)))
                    .toList();
            client.configMaps()
                    .inNamespace(namespace)
                    .resource(new ConfigMapBuilder()
                            .withNewMetadata()
                            .withName("seen")
                            .endMetadata()
                            .build())
                    .create();

            // Then
            await().atMost(Duration.ofMinutes(2)).until(() -> events.get() == WATCHES);
            assertThat(platformThreads() - before).isLessThan(FEW);
            watches.forEach(Watch::close);
        }
    }

    private static ObjectClient client(ServiceAccountClients accounts, ServiceAccountRef ref) {
        return accounts.actingAs(ref) instanceof AccountLookup.Found(var identity)
                ? identity.client()
                : fail("no account " + ref);
    }

    private static void requestOfEach(List<ObjectClient> clients) throws InterruptedException, ExecutionException {
        List<Callable<Boolean>> requests = new ArrayList<>();
        clients.forEach(client -> requests.add(() -> client.read("/api").isPresent()));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Boolean> request : threads.invokeAll(requests)) {
                assertThat(request.get()).isTrue();
            }
        }
    }

    private static Watcher<ConfigMap> counting(AtomicInteger events) {
        return new Watcher<>() {
            @Override
            public void eventReceived(Action action, ConfigMap object) {
                events.incrementAndGet();
            }

            @Override
            public void onClose(WatcherException cause) {}
        };
    }

    /** The threads of the HTTP library and of the clients' own pools; the JVM lists platform threads only. */
    private static long platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("OkHttp") || name.startsWith("Okio") || name.contains("-pool-"))
                .count();
    }
}
