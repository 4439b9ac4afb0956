package io.olm4j.controller.clusterupgrade;

import io.olm4j.versionranges.ShortList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Whether the cluster may be upgraded to its next minor or major version: the condition Upgradeable of the
 * ClusterOperator.
 *
 * @param reason {@code AsExpected} if it may
 * @param message empty if it may
 */
public record Verdict(boolean upgradeable, String reason, String message) {

    /** Installed bundles do not support the next version. */
    public static final String INCOMPATIBLE = "IncompatibleOperatorsInstalled";

    /** Operators say that they cannot be upgraded now. */
    public static final String NOT_UPGRADEABLE = "OperatorsNotUpgradeable";

    /** The limits of some bundles cannot be read. */
    public static final String UNREADABLE = "FailureGettingExtensionMetadata";

    /** The version of the cluster is not known. */
    public static final String UNKNOWN_VERSION = "ErrorCheckingOperatorCompatibility";

    /** A message names no more bundles of one kind than this. */
    private static final int MAX_NAMED = 20;

    private static final Verdict UPGRADEABLE = new Verdict(true, "AsExpected", "");

    /** The verdict if the version of the cluster cannot be read. */
    public static Verdict unknownVersion(String problem) {
        return new Verdict(
                false,
                UNKNOWN_VERSION,
                "Encountered errors while checking compatibility with the next minor version of OpenShift: " + problem);
    }

    /**
     * The verdict for a cluster.
     *
     * @param cluster the version of the cluster
     * @param blockers the blockers of the upgrade, in any order
     */
    public static Verdict of(OpenShiftVersion cluster, List<Blocker> blockers) {
        List<Blocker> sorted = blockers.stream()
                .sorted(Comparator.comparing(Blocker::extension))
                .toList();
        List<String> sentences = new ArrayList<>();
        String reason = "";
        List<Blocker.Incompatible> incompatible = of(sorted, Blocker.Incompatible.class);
        if (!incompatible.isEmpty()) {
            reason = INCOMPATIBLE;
            sentences.add("Found ClusterExtensions that require upgrades prior to upgrading cluster to version "
                    + cluster.next().label() + ": "
                    + named(incompatible, ",", one -> bundle(one) + " (supports OpenShift up to " + one.limit() + ")")
                    + ".");
        }
        List<Blocker.NotUpgradeable> busy = of(sorted, Blocker.NotUpgradeable.class);
        if (!busy.isEmpty()) {
            reason = reason.isEmpty() ? NOT_UPGRADEABLE : reason;
            sentences.add("Found ClusterExtensions whose operator is not upgradeable: "
                    + named(busy, ", ", one -> bundle(one) + " (" + one.message() + ")") + ".");
        }
        List<Blocker.Unreadable> unreadable = of(sorted, Blocker.Unreadable.class);
        if (!unreadable.isEmpty()) {
            String errors = named(
                    unreadable,
                    "; ",
                    one -> "error with cluster extension " + one.extension() + ": error in bundle " + one.bundle()
                            + ": " + one.problem());
            sentences.add(
                    reason.isEmpty()
                            ? errors
                            : " Additionally the following errors were encountered while getting extension metadata: "
                                    + errors);
            reason = reason.isEmpty() ? UNREADABLE : reason;
        }
        return sentences.isEmpty() ? UPGRADEABLE : new Verdict(false, reason, String.join("\n", sentences));
    }

    private static <T extends Blocker> List<T> of(List<Blocker> blockers, Class<T> kind) {
        return blockers.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static String bundle(Blocker blocker) {
        return "bundle \"" + blocker.bundle() + "\" for ClusterExtension \"" + blocker.extension() + "\"";
    }

    private static <T> String named(List<T> all, String separator, Function<T, String> text) {
        return ShortList.of(MAX_NAMED, separator, all.stream().map(text).toList());
    }
}
