package io.olm4j.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.olm4j.cli.doctor.DoctorFacts.ControllerFacts;
import io.olm4j.cli.doctor.ReadResult.Read;
import io.olm4j.cli.doctor.ReadResult.Unread;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link ControllerCheck}. */
class ControllerCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final ReadResult<Optional<Deployment>> NO_DEPLOYMENT = new Read<>(Optional.empty());
    private static final ReadResult<Optional<Lease>> NO_LEASE = new Read<>(Optional.empty());

    @Test
    void shouldSayWhoLeadsWhenTheLeaseIsRenewedAlsoWithoutADeployment() {
        assertThat(check(NO_DEPLOYMENT, lease("host_1", 30))).isEqualTo(new CheckResult.Ok("host_1 leads"));
        assertThat(check(deployment("True", 2), lease("host_1", 30)))
                .isEqualTo(new CheckResult.Ok("2 of 2 replicas are available, host_1 leads"));
    }

    @Test
    void shouldFindAnExpiredAndAReleasedLease() {
        assertThat(check(NO_DEPLOYMENT, lease("host_1", 200)))
                .isEqualTo(CheckResult.error(
                        "no replica leads: host_1 has not renewed its Lease for 3m20s by the clock of this machine",
                        "olm run --leader-elect --only catalogd"));
        assertThat(check(deployment("True", 2), lease("", 1)))
                .isEqualTo(CheckResult.error(
                        "2 of 2 replicas are available, no replica leads: the last leader stopped",
                        "kubectl -n olmv1-system logs -l control-plane=catalogd-controller-manager --prefix"
                                + " --tail=-1"));
    }

    @Test
    void shouldFindADeploymentThatIsNotAvailable() {
        assertThat(check(deployment("False", 0), lease("host_1", 30)))
                .isEqualTo(CheckResult.error(
                        "the Deployment olmv1-system/catalogd-controller-manager is not available: too few",
                        "kubectl -n olmv1-system describe deployment catalogd-controller-manager"));
    }

    @Test
    void shouldNotDecideWhenNothingShowsWhetherItRuns() {
        assertThat(check(NO_DEPLOYMENT, NO_LEASE))
                .isInstanceOfSatisfying(
                        CheckResult.NotChecked.class,
                        unknown -> assertThat(unknown.reason())
                                .contains("no Deployment catalogd-controller-manager and no Lease lock"));
        assertThat(check(new Unread<>("no right"), NO_LEASE)).isEqualTo(new CheckResult.NotChecked("no right"));
        assertThat(check(deployment("True", 2), new Unread<>("no right")))
                .isEqualTo(new CheckResult.NotChecked("2 of 2 replicas are available, no right"));
        assertThat(check(new Unread<>("no right"), lease("host_1", 30))).isEqualTo(new CheckResult.Ok("host_1 leads"));
    }

    private static CheckResult check(ReadResult<Optional<Deployment>> deployment, ReadResult<Optional<Lease>> lease) {
        return ControllerCheck.of(new ControllerFacts("catalogd", "lock", deployment, lease), "olmv1-system", NOW);
    }

    private static ReadResult<Optional<Deployment>> deployment(String available, int replicas) {
        return new Read<>(Optional.of(new DeploymentBuilder()
                .withNewSpec()
                .withReplicas(2)
                .endSpec()
                .withNewStatus()
                .withAvailableReplicas(replicas)
                .addNewCondition()
                .withType("Available")
                .withStatus(available)
                .withMessage("too few")
                .endCondition()
                .endStatus()
                .build()));
    }

    private static ReadResult<Optional<Lease>> lease(String holder, long secondsAgo) {
        return new Read<>(Optional.of(new LeaseBuilder()
                .withNewSpec()
                .withHolderIdentity(holder)
                .withLeaseDurationSeconds(137)
                .withRenewTime(NOW.minusSeconds(secondsAgo).atZone(ZoneOffset.UTC))
                .endSpec()
                .build()));
    }
}
