package io.olm4j.controller.clusterupgrade;

import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Answers the ClusterExtension reconciler about upgrades of the cluster, and about operators that block their own
 * upgrade.
 */
public final class ClusterUpgrades {

    private final OpenShiftCluster cluster;
    private final OperatorConditions operatorConditions;

    ClusterUpgrades(OpenShiftCluster cluster, OperatorConditions operatorConditions) {
        this.cluster = cluster;
        this.operatorConditions = operatorConditions;
    }

    /**
     * Sets the condition {@link ConditionTypes#CLUSTER_UPGRADEABLE}. While the OperatorConditions are being read, it
     * stays as it is.
     *
     * @param namespace where the operator is installed
     * @param installed the installed bundle; empty if there is none
     * @param limit that of the installed bundle
     * @param catalogs the package in the selected catalogs; empty if they are not known
     */
    public void report(
            Conditions conditions,
            String namespace,
            Optional<InstalledBundle> installed,
            OpenShiftLimit limit,
            Optional<List<CatalogGraph>> catalogs) {
        if (installed.isPresent() && operatorConditions.isBeingRead()) {
            return;
        }
        ClusterUpgradeCondition.set(
                conditions,
                cluster.release(),
                installed,
                limit,
                installed.flatMap(bundle -> whyHeldBack(namespace, bundle)),
                catalogs);
    }

    /**
     * How a bundle would block upgrades of the cluster if it were installed.
     *
     * @param properties its properties, JSON
     * @param catalogs the package in the selected catalogs
     * @return the message of the condition; empty if it would not block them
     */
    public Optional<String> wouldBlock(
            InstalledBundle bundle, Optional<String> properties, List<CatalogGraph> catalogs) {
        var conditions = new Conditions(List.of(), 0, Instant.EPOCH);
        ClusterUpgradeCondition.set(
                conditions,
                cluster.release(),
                Optional.of(bundle),
                OpenShiftLimit.of(properties),
                Optional.empty(),
                Optional.of(catalogs));
        return Conditions.find(conditions.toList(), ConditionTypes.CLUSTER_UPGRADEABLE)
                .filter(condition -> condition.status() == Condition.Status.FALSE)
                .map(Condition::message);
    }

    /** Whether the API server serves OperatorConditions, so that bundles are rendered with one. */
    public boolean areOperatorConditionsServed() {
        return operatorConditions.areServed();
    }

    /** Whether the API server serves OperatorConditions that could not be read yet. */
    public boolean areOperatorConditionsUnread() {
        return operatorConditions.isPending();
    }

    /**
     * Why the operator of an installed bundle says that it cannot be upgraded now.
     *
     * @return empty if it can
     */
    public Optional<String> whyHeldBack(String namespace, InstalledBundle installed) {
        return operatorConditions.whyNotUpgradeable(namespace, installed.name());
    }
}
