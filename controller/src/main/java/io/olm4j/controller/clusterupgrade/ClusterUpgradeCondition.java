package io.olm4j.controller.clusterupgrade;

import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/**
 * The condition that reports whether the installed bundle of a ClusterExtension blocks the next upgrade of an OpenShift
 * cluster. The condition is absent outside of OpenShift, and if the bundle states no limit and its operator does not
 * object.
 */
public final class ClusterUpgradeCondition {

    /** The installed bundle does not support the next version of the cluster. */
    public static final String LIMITED = "MaxOpenShiftVersion";

    /** The installed bundle supports the next version of the cluster. */
    public static final String SUPPORTED = "Supported";

    private ClusterUpgradeCondition() {}

    /**
     * Sets or removes the condition.
     *
     * @param cluster the version of OpenShift; empty outside of OpenShift
     * @param installed the installed bundle; empty if there is none
     * @param limit that of the installed bundle
     * @param notUpgradeable why its operator cannot be upgraded; empty if it can
     * @param catalogs the package in the selected catalogs; empty if they are not known
     */
    public static void set(
            Conditions conditions,
            Optional<OpenShiftVersion> cluster,
            Optional<InstalledBundle> installed,
            OpenShiftLimit limit,
            Optional<String> notUpgradeable,
            Optional<List<CatalogGraph>> catalogs) {
        if (cluster.isEmpty() || installed.isEmpty()) {
            conditions.remove(ConditionTypes.CLUSTER_UPGRADEABLE);
            return;
        }
        switch (limit) {
            case OpenShiftLimit.Unreadable(String problem) ->
                block(conditions, Verdict.UNREADABLE, "blocks cluster upgrades: " + problem);
            case OpenShiftLimit.Limit(OpenShiftVersion last)
            when !last.admits(cluster.get().next()) ->
                block(
                        conditions,
                        LIMITED,
                        beyond(cluster.get(), last) + others(cluster.get(), installed.get(), catalogs));
            case OpenShiftLimit.Limit(OpenShiftVersion last) ->
                notUpgradeable.ifPresentOrElse(
                        problem -> block(conditions, Verdict.NOT_UPGRADEABLE, "blocks cluster upgrades: " + problem),
                        () -> conditions.set(
                                ConditionTypes.CLUSTER_UPGRADEABLE,
                                Status.TRUE,
                                SUPPORTED,
                                "supports OpenShift up to " + last));
            case OpenShiftLimit.Unlimited() ->
                notUpgradeable.ifPresentOrElse(
                        problem -> block(conditions, Verdict.NOT_UPGRADEABLE, "blocks cluster upgrades: " + problem),
                        () -> conditions.remove(ConditionTypes.CLUSTER_UPGRADEABLE));
        }
    }

    private static void block(Conditions conditions, String reason, String message) {
        conditions.set(ConditionTypes.CLUSTER_UPGRADEABLE, Status.FALSE, reason, message);
    }

    private static String beyond(OpenShiftVersion cluster, OpenShiftVersion limit) {
        String beyond = "blocks cluster upgrades beyond " + cluster;
        return limit.equals(cluster) ? beyond : beyond + " (supports OpenShift up to " + limit + ")";
    }

    private static String others(
            OpenShiftVersion cluster, InstalledBundle installed, Optional<List<CatalogGraph>> catalogs) {
        return catalogs.map(graphs -> CompatibleVersion.find(installed, graphs, cluster.next())
                        .map(found -> "; " + found.version() + " in channel " + found.channel() + " would not")
                        .orElse("; no version that the selected catalogs offer as an upgrade supports "
                                + cluster.next().label()))
                .orElse("");
    }
}
