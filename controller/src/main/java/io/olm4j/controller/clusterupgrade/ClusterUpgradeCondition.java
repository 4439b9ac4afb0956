package io.olm4j.controller.clusterupgrade;

import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.controller.clusterupgrade.OpenShiftCluster.Release;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/**
 * The condition that reports whether the installed bundle of a ClusterExtension blocks the next upgrade of an OpenShift
 * cluster. The condition is absent outside of OpenShift, and if the bundle states no limit and its operator does not
 * object.
 */
final class ClusterUpgradeCondition {

    /** The installed bundle does not support the next version of the cluster. */
    public static final String LIMITED = "MaxOpenShiftVersion";

    /** The installed bundle supports the next version of the cluster. */
    public static final String SUPPORTED = "Supported";

    private static final String OTHERS = "; ";

    private ClusterUpgradeCondition() {}

    /**
     * Sets or removes the condition.
     *
     * @param cluster the version of OpenShift
     * @param installed the installed bundle; empty if there is none
     * @param limit that of the installed bundle
     * @param notUpgradeable why its operator cannot be upgraded; empty if it can
     * @param catalogs the package in the selected catalogs; if they are not known, what the condition said of them
     *     stays
     */
    public static void set(
            Conditions conditions,
            Release cluster,
            Optional<InstalledBundle> installed,
            OpenShiftLimit limit,
            Optional<String> notUpgradeable,
            Optional<List<CatalogGraph>> catalogs) {
        if (cluster instanceof Release.None || installed.isEmpty()) {
            conditions.remove(ConditionTypes.CLUSTER_UPGRADEABLE);
            return;
        }
        switch (limit) {
            case OpenShiftLimit.Unreadable(String problem) ->
                block(conditions, Verdict.UNREADABLE, "blocks cluster upgrades: " + problem);
            case OpenShiftLimit.Limit(OpenShiftVersion last)
            when cluster instanceof Release.Known(String _, OpenShiftVersion runs) && !last.admits(runs.next()) -> {
                String beyond = beyond(runs, last);
                block(
                        conditions,
                        LIMITED,
                        beyond
                                + catalogs.map(graphs -> others(runs, installed.get(), graphs))
                                        .orElseGet(() -> saidAfter(beyond, conditions)));
            }
            case OpenShiftLimit.Limit(OpenShiftVersion last) ->
                notUpgradeable.ifPresentOrElse(
                        problem -> block(conditions, Verdict.NOT_UPGRADEABLE, "blocks cluster upgrades: " + problem),
                        () -> supported(conditions, cluster, last));
            case OpenShiftLimit.Unlimited() ->
                notUpgradeable.ifPresentOrElse(
                        problem -> block(conditions, Verdict.NOT_UPGRADEABLE, "blocks cluster upgrades: " + problem),
                        () -> conditions.remove(ConditionTypes.CLUSTER_UPGRADEABLE));
        }
    }

    private static void supported(Conditions conditions, Release cluster, OpenShiftVersion last) {
        String upTo = "supports OpenShift up to " + last;
        if (cluster instanceof Release.Unreadable(String problem)) {
            conditions.set(
                    ConditionTypes.CLUSTER_UPGRADEABLE,
                    Status.UNKNOWN,
                    Verdict.UNKNOWN_VERSION,
                    upTo + "; the version of the cluster is not known: " + problem);
        } else {
            conditions.set(ConditionTypes.CLUSTER_UPGRADEABLE, Status.TRUE, SUPPORTED, upTo);
        }
    }

    private static void block(Conditions conditions, String reason, String message) {
        conditions.set(ConditionTypes.CLUSTER_UPGRADEABLE, Status.FALSE, reason, message);
    }

    private static String beyond(OpenShiftVersion cluster, OpenShiftVersion limit) {
        String beyond = "blocks cluster upgrades beyond " + cluster;
        return limit.equals(cluster) ? beyond : beyond + " (supports OpenShift up to " + limit + ")";
    }

    private static String others(OpenShiftVersion cluster, InstalledBundle installed, List<CatalogGraph> graphs) {
        return CompatibleVersion.find(installed, graphs, cluster.next())
                .map(found -> OTHERS + found.version() + " in channel " + found.channel() + " would not")
                .orElse(OTHERS + "no version that the selected catalogs offer as an upgrade supports "
                        + cluster.next().label());
    }

    private static String saidAfter(String beginning, Conditions conditions) {
        return conditions
                .get(ConditionTypes.CLUSTER_UPGRADEABLE)
                .map(Condition::message)
                .filter(message -> message.startsWith(beginning + OTHERS))
                .map(message -> message.substring(beginning.length()))
                .orElse("");
    }
}
