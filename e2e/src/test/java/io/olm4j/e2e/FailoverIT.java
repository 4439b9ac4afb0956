package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.FreePort;
import io.olm4j.testsupport.OlmRun;
import io.olm4j.testsupport.TcpRelay;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Two replicas of operator-controller, of which one leads and ends in one way or another. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailoverIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String LEASE = "9c4404e7.operatorframework.io";
    private static final String[] FLAGS = {
        "--leader-elect",
        "--leader-elect-lease-duration=10s",
        "--leader-elect-renew-deadline=8s",
        "--leader-elect-retry-period=1s"
    };

    private Path scratch = Path.of("");
    private final OlmCluster olm = OlmCluster.withoutControllers();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());
    private final TcpRelay apiServer =
            TcpRelay.to(URI.create(olm.cluster().apiServerUrl()).getPort());
    private final String catalogs = FreePort.address();
    private final String health = FreePort.address();
    private final List<OlmRun> running = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // set before the tests
    private OlmRun catalogd;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private OlmRun leader;

    @SuppressWarnings("NullAway.Init") // set before the tests
    private OlmRun follower;

    private String followerHealth = "";

    private int replicas;

    @BeforeAll
    void serveSamples(@TempDir Path directory) throws Exception {
        scratch = directory;
        samples.push(olm.registry());
        catalogd = OlmServer.startBehind(
                apiServer,
                olm.cluster(),
                health,
                scratch.resolve("catalogd"),
                "catalogd",
                "--catalogs-server-addr=" + catalogs,
                "--external-address=" + catalogs);
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.installer());
    }

    @AfterAll
    void stopCatalogd() {
        if (catalogd != null) { // otherwise it was not started
            catalogd.close();
        }
        apiServer.close();
    }

    @BeforeEach
    void startReplicasAndInstall() {
        leader = replica("0");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(holder()).as(leader::log).isPresent());
        followerHealth = FreePort.address();
        follower = replica(followerHealth);
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
    }

    @AfterEach
    void deleteAndStopReplicas() {
        try {
            extensions.delete("greeter");
        } finally {
            running.forEach(OlmRun::close);
            running.clear();
            olm.client().leases().inNamespace("olmv1-system").withName(LEASE).delete();
        }
    }

    @Test
    void shouldHandOverWhenTheLeaderIsToldToStop() throws Exception {
        // Given
        String before = holder().orElseThrow();

        // When
        int exitCode = leader.stop();

        // Then
        assertThat(exitCode).as(leader.log()).isZero();
        await().atMost(PATIENCE)
                .until(() -> holder().filter(now -> !now.equals(before)).isPresent());
        assertThatItGoesOn();
    }

    @Test
    void shouldTakeOverWhenTheLeaderIsKilled() {
        // Given
        String before = holder().orElseThrow();

        // When
        leader.close();

        // Then
        await().atMost(PATIENCE)
                .until(() -> holder().filter(now -> !now.equals(before)).isPresent());
        assertThatItGoesOn();
    }

    /** What came in while it was stopped is all there when it wakes up, and what it was about to write, too. */
    @Test
    void shouldDoNoHarmWhenALeaderWakesUpAfterItsLeaseWentToAnother() throws Exception {
        // Given
        String before = holder().orElseThrow();
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
        leader.signal("STOP");
        await().atMost(PATIENCE)
                .until(() -> holder().filter(now -> !now.equals(before)).isPresent());
        extensions.awaitInstalled("greeter", "1.1.0");
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.2.0\"}");
        extensions.awaitInstalled("greeter", "1.2.0");
        await().atMost(PATIENCE).until(() -> archived() == 2);
        List<String> state = settledState();

        // When
        leader.signal("CONT");

        // Then
        assertThat(leader.awaitEnd()).as(leader.log()).isEqualTo(1);
        assertThat(leader.log()).contains("no longer leads");
        assertThat(state()).isEqualTo(state);
        assertThat(follower.isAlive()).isTrue();
    }

    @Test
    void shouldEndOnlyTheLeaderWhileTheApiServerCannotBeReached() throws Exception {
        // Given
        await().atMost(PATIENCE).until(() -> isReady(health) && isReady(followerHealth));
        String catalog = "http://" + catalogs + "/catalogs/samples/api/v1/all";
        assertThat(status(catalog)).isEqualTo(HttpURLConnection.HTTP_OK);
        String before = holder().orElseThrow();

        // When
        apiServer.become(TcpRelay.State.CUT);
        try {
            // Then
            assertThat(leader.awaitEnd()).as(leader.log()).isEqualTo(1);
            assertThat(leader.log()).contains("no longer leads");
            assertThat(follower.isAlive()).as(follower.log()).isTrue();
            assertThat(isReady(followerHealth)).as(follower.log()).isTrue();
            assertThat(isReady(health)).as(catalogd.log()).isTrue();
            assertThat(status(catalog)).isEqualTo(HttpURLConnection.HTTP_OK);
        } finally {
            apiServer.become(TcpRelay.State.PASSING);
        }

        // When it can be reached again, the other replica takes over
        await().atMost(PATIENCE)
                .until(() -> holder().filter(now -> !now.equals(before)).isPresent());
        assertThatItGoesOn();
    }

    private static boolean isReady(String address) throws Exception {
        return status("http://" + address + "/readyz") == HttpURLConnection.HTTP_OK;
    }

    private static int status(String url) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private void assertThatItGoesOn() {
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("greeter", "1.1.0");
    }

    private OlmRun replica(String healthAddress) {
        OlmRun replica = OlmServer.startBehind(
                apiServer,
                olm.cluster(),
                healthAddress,
                scratch.resolve("replica-" + ++replicas),
                "operator-controller",
                FLAGS);
        running.add(replica);
        return replica;
    }

    private Optional<String> holder() {
        return olm.leaseHolder(LEASE);
    }

    private long archived() {
        return olm.client().resources(ClusterObjectSet.class).list().getItems().stream()
                .filter(set -> set.getStatus() != null
                        && set.getStatus().conditions().stream()
                                .anyMatch(condition -> condition.reason().equals("Archived")))
                .count();
    }

    /** The state when the API server's own controllers have ended their work on it. */
    private List<String> settledState() throws Exception {
        var last = new AtomicReference<>(state());
        await().during(Duration.ofSeconds(3)).atMost(PATIENCE).until(() -> {
            List<String> now = state();
            return now.equals(last.getAndSet(now));
        });
        return Objects.requireNonNull(last.get());
    }

    /** Every object of the extension, with its version, which stays if nothing writes the object. */
    private List<String> state() {
        Stream<HasMetadata> own = Stream.of(ClusterExtension.class, ClusterObjectSet.class, ClusterCatalog.class)
                .flatMap(kind -> olm.client().resources(kind).list().getItems().stream());
        Stream<HasMetadata> managed = Stream.<HasMetadata>concat(
                olm.client().apps().deployments().inNamespace("greeter").list().getItems().stream(),
                olm.client().serviceAccounts().inNamespace("greeter").list().getItems().stream());
        return Stream.concat(own, managed)
                .map(object -> object.getKind() + " " + object.getMetadata().getName() + " "
                        + object.getMetadata().getResourceVersion())
                .sorted()
                .toList();
    }
}
