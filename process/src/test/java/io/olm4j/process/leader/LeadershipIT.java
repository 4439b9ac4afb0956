package io.olm4j.process.leader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link Leadership} and {@link WriteFence} with Leases of a real API server. */
class LeadershipIT {

    /** Less than the retry period of {@link #PATIENT}: a change within this time was not found by polling. */
    private static final Duration SOON = Duration.ofSeconds(20);

    private static final LeaseOptions PATIENT = LeaseOptions.operatorController("default", "patient");

    private final KubernetesClient client = TestCluster.shared().cluster().adminClient();
    private final Config config = new ConfigBuilder(client.getConfiguration())
            .withRequestRetryBackoffLimit(0)
            .build();
    private final Leadership first = Leadership.of(config, lease("first"));
    private final Leadership second = Leadership.of(config, lease("second"));

    private static LeaseOptions lease(String identity) {
        return new LeaseOptions(
                PATIENT.namespace(),
                PATIENT.name(),
                identity,
                PATIENT.duration(),
                PATIENT.renewDeadline(),
                PATIENT.retryPeriod());
    }

    @AfterEach
    void clear() {
        first.close();
        second.close();
        client.leases().inNamespace("default").withName(PATIENT.name()).delete();
    }

    @Test
    void shouldTakeALeaseAtOnceWhenItIsGivenBack() {
        // Given
        AtomicInteger led = new AtomicInteger();
        second.onLead(led::incrementAndGet);
        first.start();
        await().atMost(SOON).until(first::isLeader);
        second.start();
        // The count does not forget: a replica that led for a moment only fails the test, too.
        await().during(Duration.ofSeconds(3)).atMost(SOON).until(() -> led.get() == 0);

        // When
        first.close();

        // Then
        await().atMost(SOON).until(second::isLeader);
        await().atMost(SOON).untilAsserted(() -> assertThat(led).hasValue(1));
        assertThat(first.isLeader()).isFalse();
        assertThat(current().getSpec().getHolderIdentity()).isEqualTo("second");
        assertThat(current().getSpec().getLeaseTransitions()).isEqualTo(1);
    }

    @Test
    void shouldStopToLeadWhenAnotherReplicaHoldsTheLease() {
        // Given
        AtomicInteger lost = new AtomicInteger();
        first.onLost(lost::incrementAndGet);
        first.start();
        await().atMost(SOON).until(first::isLeader);

        // When
        client.leases().inNamespace("default").withName(PATIENT.name()).edit(lease -> {
            lease.getSpec().setHolderIdentity("somebody-else");
            return lease;
        });

        // Then
        await().atMost(SOON).until(() -> lost.get() == 1);
        assertThat(first.isLeader()).isFalse();
    }

    @Test
    void shouldGoOnToLeadWhenTheLeaseIsDeleted() {
        // Given
        AtomicInteger lost = new AtomicInteger();
        first.onLost(lost::incrementAndGet);
        first.start();
        await().atMost(SOON).until(first::isLeader);
        String uid = current().getMetadata().getUid();

        // When
        client.leases().inNamespace("default").withName(PATIENT.name()).delete();

        // Then
        await().atMost(SOON)
                .ignoreExceptions()
                .untilAsserted(
                        () -> assertThat(current().getMetadata().getUid()).isNotEqualTo(uid));
        assertThat(current().getSpec().getHolderIdentity()).isEqualTo("first");
        assertThat(first.isLeader()).isTrue();
        assertThat(lost).hasValue(0);
    }

    @Test
    void shouldNoLongerLeadWhenTheLeaseCannotBeRenewedInTime() {
        // Given
        try (var reachable = new CutOff(config);
                var leadership = Leadership.of(reachable.config(), brief())) {
            AtomicInteger lost = new AtomicInteger();
            leadership.onLost(lost::incrementAndGet);
            leadership.start();
            await().atMost(SOON).until(leadership::isLeader);

            // When
            reachable.cut();

            // Then
            await().atMost(SOON).until(() -> !leadership.isLeader());
            await().atMost(SOON).until(() -> lost.get() == 1);
        }
    }

    @Test
    void shouldTellThatItLeadsAgainWhenARenewalIsAnsweredTooLate() {
        // Given
        try (var reachable = new CutOff(config);
                var leadership = Leadership.of(reachable.config(), brief())) {
            AtomicInteger led = new AtomicInteger();
            leadership.onLead(led::incrementAndGet);
            leadership.start();
            await().atMost(SOON).until(() -> led.get() == 1);

            // When
            reachable.stall();
            try {
                await().atMost(SOON).pollInterval(Duration.ofMillis(1)).until(() -> !leadership.isLeader());
            } finally {
                reachable.resume();
            }

            // Then what was left undone meanwhile is done
            await().atMost(SOON).until(() -> led.get() == 2);
            assertThat(leadership.isLeader()).isTrue();
        }
    }

    @Test
    void shouldTellThatItIsCutOffOnlyOnceTheLeaseHasNotBeenReachedForLong() {
        // Given
        Duration longestSilence = Duration.ofSeconds(3);
        try (var reachable = new CutOff(config);
                var leadership = Leadership.of(reachable.config(), brief(), longestSilence)) {
            AtomicInteger cutOff = new AtomicInteger();
            leadership.onCutOff(cutOff::incrementAndGet);

            // When it leads for longer than that
            leadership.start();
            await().atMost(SOON)
                    .ignoreExceptions()
                    .until(() -> Duration.between(
                                            current().getSpec().getAcquireTime(),
                                            current().getSpec().getRenewTime())
                                    .compareTo(longestSilence.plusSeconds(1))
                            > 0);

            // Then
            assertThat(cutOff).hasValue(0);

            // When
            reachable.cut();

            // Then
            await().atMost(SOON).until(() -> cutOff.get() > 0);
            assertThat(leadership.isLeader()).isFalse();
        }
    }

    @Test
    void shouldTellThatItIsCutOffWhenItNeverReachedTheLease() {
        // Given
        try (var reachable = new CutOff(config);
                var leadership = Leadership.of(reachable.config(), brief(), Duration.ofSeconds(1))) {
            AtomicInteger cutOff = new AtomicInteger();
            leadership.onCutOff(cutOff::incrementAndGet);
            reachable.cut();

            // When
            leadership.start();

            // Then
            await().atMost(SOON).until(() -> cutOff.get() > 0);
        }
    }

    private static LeaseOptions brief() {
        return lease("brief").withTimes(Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofMillis(500));
    }

    @Test
    void shouldLetOnlyTheLeaderWrite() {
        // Given
        ConfigMap written = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("fenced")
                .withNamespace("default")
                .endMetadata()
                .build();
        try (KubernetesClient fenced = new ApiServerHttp(new WriteFence(first)).newClient(config)) {
            Callable<ConfigMap> write = () -> fenced.resource(written).serverSideApply();

            // When it follows
            assertThat(fenced.configMaps().inNamespace("default").list()).isNotNull();
            assertThat(fenced.resource(new SelfSubjectReview()).create()).isNotNull();
            assertThatThrownBy(write::call)
                    .isInstanceOf(KubernetesClientException.class)
                    .hasRootCauseInstanceOf(NotLeadingException.class);

            // When it leads
            first.start();
            await().atMost(SOON).until(first::isLeader);
            assertThat(fenced.resource(written).serverSideApply()).isNotNull();

            // When it has released the lease
            first.close();
            assertThatThrownBy(() -> fenced.resource(written).delete())
                    .isInstanceOf(KubernetesClientException.class)
                    .hasRootCauseInstanceOf(NotLeadingException.class);
        } finally {
            client.resource(written).delete();
        }
    }

    private Lease current() {
        return client.leases().inNamespace("default").withName(PATIENT.name()).get();
    }
}
