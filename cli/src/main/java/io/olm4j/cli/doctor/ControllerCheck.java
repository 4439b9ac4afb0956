package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentCondition;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatus;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.olm4j.cli.doctor.DoctorFacts.ControllerFacts;
import io.olm4j.cli.doctor.ReadResult.Read;
import io.olm4j.cli.doctor.ReadResult.Unread;
import io.olm4j.cli.installed.Age;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Checks that a controller runs and has a leader. A Deployment shows it in a cluster; the Lease shows it also for a
 * process that runs elsewhere, as in the cluster of {@code olm up}.
 */
final class ControllerCheck {

    private final ControllerFacts facts;
    private final String namespace;
    private final Instant now;

    private ControllerCheck(ControllerFacts facts, String namespace, Instant now) {
        this.facts = facts;
        this.namespace = namespace;
        this.now = now;
    }

    /** Judges a controller by its Deployment and its Lease. */
    static CheckResult of(ControllerFacts facts, String namespace, Instant now) {
        return new ControllerCheck(facts, namespace, now).result();
    }

    private CheckResult result() {
        return switch (facts.deployment()) {
            case Read<Optional<Deployment>>(Optional<Deployment> found) ->
                found.flatMap(this::unavailable).orElseGet(() -> ofLease(found.map(ControllerCheck::replicas)));
            case Unread<Optional<Deployment>> _ -> ofLease(Optional.empty());
        };
    }

    private Optional<CheckResult> unavailable(Deployment deployment) {
        Optional<DeploymentCondition> available = Optional.ofNullable(deployment.getStatus())
                .map(DeploymentStatus::getConditions)
                .flatMap(conditions -> conditions.stream()
                        .filter(condition -> condition.getType().equals("Available"))
                        .findFirst());
        boolean isScaledDown = Integer.valueOf(0).equals(deployment.getSpec().getReplicas());
        if (isScaledDown || available.filter(c -> c.getStatus().equals("True")).isEmpty()) {
            return Optional.of(CheckResult.error(
                    "the Deployment " + namespace + "/" + facts.deploymentName() + " is not available: "
                            + (isScaledDown
                                    ? "it has 0 replicas"
                                    : available
                                            .map(DeploymentCondition::getMessage)
                                            .orElse("no controller of Kubernetes has observed it")),
                    "kubectl -n " + namespace
                            + (isScaledDown
                                    ? " scale --replicas=2 deployment/" + facts.deploymentName()
                                    : " describe deployment " + facts.deploymentName())));
        }
        return Optional.empty();
    }

    private static String replicas(Deployment deployment) {
        return Optional.ofNullable(deployment.getStatus())
                        .map(DeploymentStatus::getAvailableReplicas)
                        .orElse(0)
                + " of " + deployment.getSpec().getReplicas() + " replicas are available";
    }

    /** @param replicas of the Deployment; empty if there is none, or it was not read */
    private CheckResult ofLease(Optional<String> replicas) {
        String prefix = replicas.map(text -> text + ", ").orElse("");
        return switch (facts.lease()) {
            case Unread<Optional<Lease>>(String reason) -> new CheckResult.NotChecked(prefix + reason);
            case Read<Optional<Lease>>(Optional<Lease> lease) ->
                lease.flatMap(found -> Optional.ofNullable(found.getSpec()))
                        .map(spec -> ofLease(prefix, spec))
                        .orElseGet(() -> withoutLease(replicas));
        };
    }

    private CheckResult withoutLease(Optional<String> replicas) {
        if (replicas.isPresent()) {
            return new CheckResult.Ok(replicas.get() + ", without leader election");
        }
        if (facts.deployment() instanceof Unread<Optional<Deployment>>(String reason)) {
            return new CheckResult.NotChecked(reason);
        }
        return new CheckResult.NotChecked("namespace " + namespace + " has no Deployment " + facts.deploymentName()
                + " and no Lease " + facts.leaseName() + ": " + facts.name()
                + " does not run, or runs elsewhere without --leader-elect");
    }

    private CheckResult ofLease(String prefix, LeaseSpec lease) {
        String holder = Optional.ofNullable(lease.getHolderIdentity()).orElse("");
        if (holder.isEmpty() || lease.getRenewTime() == null) {
            return CheckResult.error(prefix + "no replica leads: the last leader stopped", logs());
        }
        Instant renewed = lease.getRenewTime().toInstant();
        Duration lasts = Duration.ofSeconds(
                Optional.ofNullable(lease.getLeaseDurationSeconds()).orElse(0));
        if (renewed.plus(lasts).isBefore(now)) {
            return CheckResult.error(
                    prefix + "no replica leads: " + holder + " has not renewed its Lease for "
                            + Age.of(Duration.between(renewed, now)) + " by the clock of this machine",
                    logs());
        }
        return new CheckResult.Ok(prefix + holder + " leads");
    }

    private String logs() {
        boolean isDeployed = facts.deployment() instanceof Read<Optional<Deployment>>(Optional<Deployment> found)
                && found.isPresent();
        return isDeployed
                ? "kubectl -n " + namespace + " logs -l control-plane=" + facts.deploymentName() + " --prefix --tail=-1"
                : "olm run --leader-elect --only " + facts.name();
    }
}
