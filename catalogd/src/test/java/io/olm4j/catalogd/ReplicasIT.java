package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.SOON;
import static io.olm4j.catalogd.TestCatalogs.apply;
import static io.olm4j.catalogd.TestCatalogs.applyFrom;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.fetch;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.resolved;
import static io.olm4j.catalogd.TestCatalogs.setAvailability;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Condition;
import io.olm4j.oci.Digest;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.testsupport.RequestLog;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of two replicas of {@link Catalogd}, each with its own disk; one of them leads. */
class ReplicasIT {

    /** Of the follower; renewals of the lease have a client of their own. */
    private final RequestLog requests = new RequestLog();

    private KubernetesClient client;

    @TempDir
    Path scratch;

    private Catalogd leader;
    private Catalogd follower;

    @BeforeAll
    static void applyDefinition() throws IOException {
        TestCatalogs.applyDefinition();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @BeforeEach
    void start() throws IOException {
        client = new ApiServerHttp(requests).newClient(new ConfigBuilder(CLIENT.getConfiguration()).build());
        leader = replica("a", CLIENT);
        await().atMost(SOON).until(leader::isLeader);
        follower = replica("b", client);
    }

    @AfterEach
    void stop() {
        TestCatalogs.deleteAll();
        leader.close();
        follower.close();
        client.close();
    }

    @Test
    void shouldServeTheSameFromBothWhenOneLeads() throws Exception {
        // Given
        push("replicated:v1", "one");

        // When
        apply("replicated", "replicated:v1", "");
        awaitCondition("replicated", "Serving", Condition.Status.TRUE, "Available");

        // Then
        await().atMost(SOON).until(() -> fetch(follower, "replicated").statusCode() == 200);
        assertThat(fetch(follower, "replicated").body())
                .isEqualTo(fetch(leader, "replicated").body())
                .contains("one");
        assertThat(fetch(follower, "replicated").headers().firstValue("ETag"))
                .isEqualTo(fetch(leader, "replicated").headers().firstValue("ETag"));
        assertThat(follower.isLeader()).isFalse();
    }

    @Test
    void shouldWriteNothingWhenItFollows() throws Exception {
        // Given
        push("quiet:v1", "one");

        // When it serves one catalog, and then, with some more time to write, another one
        for (String catalog : List.of("quiet", "later")) {
            apply(catalog, "quiet:v1", "");
            awaitCondition(catalog, "Serving", Condition.Status.TRUE, "Available");
            await().atMost(SOON).until(() -> fetch(follower, catalog).statusCode() == 200);
        }

        // Then
        assertThat(requests.all()).as("its requests").isNotEmpty();
        assertThat(requests.writes()).isEmpty();
    }

    @Test
    void shouldTakeOverWhenLeaderStops() throws Exception {
        // Given
        push("failover:v1", "one");
        apply("failover", "failover:v1", "pollIntervalMinutes: 1");
        awaitCondition("failover", "Serving", Condition.Status.TRUE, "Available");
        await().atMost(SOON).until(() -> fetch(follower, "failover").statusCode() == 200);

        // When
        leader.close();
        Digest moved = push("failover:v1", "two");

        // Then
        await().atMost(SOON).until(() -> resolved("failover").endsWith(moved.toString()));
        assertThat(follower.isLeader()).isTrue();
        assertThat(fetch(follower, "failover").body()).contains("two");
    }

    @Test
    void shouldStopServingInBothWhenUnavailable() throws Exception {
        // Given
        push("leaving:v1", "one");
        apply("leaving", "leaving:v1", "");
        awaitCondition("leaving", "Serving", Condition.Status.TRUE, "Available");
        await().atMost(SOON).until(() -> fetch(follower, "leaving").statusCode() == 200);

        // When
        setAvailability("leaving", "Unavailable");

        // Then
        await().atMost(SOON).until(() -> fetch(follower, "leaving").statusCode() == 404);
        await().atMost(SOON).until(() -> fetch(leader, "leaving").statusCode() == 404);
    }

    @Test
    void shouldNameWhatANewReplicaLacksUntilItHasPulledIt() throws Exception {
        // Given
        push("newcomer:v1", "one");
        try (HeldRegistry registry = new HeldRegistry(REGISTRY)) {
            registry.release();
            applyFrom(registry.host(), "newcomer", "newcomer:v1", "");
            awaitCondition("newcomer", "Serving", Condition.Status.TRUE, "Available");
            await().atMost(SOON).until(() -> fetch(follower, "newcomer").statusCode() == 200);
            assertThat(leader.lacking()).isEmpty();
            assertThat(follower.lacking()).isEmpty();
            registry.hold();

            // When
            try (Catalogd third = replica("c", CLIENT)) {

                // Then
                assertThat(third.lacking()).containsOnlyKeys("newcomer");
                registry.release();
                await().atMost(SOON).until(() -> third.lacking().isEmpty());
                assertThat(fetch(third, "newcomer").body()).contains("one");
            }
        }
    }

    /** A replica that serves at its own address, so that the leader's status is not the one that it would write. */
    private Catalogd replica(String name, KubernetesClient client) throws IOException {
        LeaseOptions lease = new LeaseOptions(
                "default", "replicas", name, Duration.ofSeconds(60), Duration.ofSeconds(40), Duration.ofSeconds(2));
        return Catalogd.start(
                client,
                CatalogdOptions.in(scratch.resolve(name))
                        .withExternalBaseUrl(URI.create("http://" + name + ".example.com"))
                        .withLeadership(Leadership.of(CLIENT.getConfiguration(), lease))
                        .withTiming(FAST));
    }
}
