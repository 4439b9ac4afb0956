package io.olm4j.controller.clusterupgrade;

import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.UnknownRevision;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Finds the installed bundles that block the next upgrade of a cluster. */
public final class Blockers {

    private Blockers() {}

    /**
     * The blockers among the installed bundles.
     *
     * @param cluster the version of the cluster
     * @param notUpgradeable why the operator of an extension cannot be upgraded; empty if it can
     */
    public static List<Blocker> of(
            List<InstalledExtension> installed,
            OpenShiftVersion cluster,
            Function<InstalledExtension, Optional<String>> notUpgradeable) {
        List<Blocker> blockers = new ArrayList<>();
        for (InstalledExtension extension : installed) {
            String bundle = extension.bundle().name();
            switch (OpenShiftLimit.of(extension.revision())) {
                case OpenShiftLimit.Unlimited() -> {}
                case OpenShiftLimit.Limit(OpenShiftVersion limit) -> {
                    if (!limit.admits(cluster.next())) {
                        blockers.add(new Blocker.Incompatible(extension.name(), bundle, limit));
                    }
                }
                case OpenShiftLimit.Unreadable(String problem) ->
                    blockers.add(new Blocker.Unreadable(extension.name(), bundle, problem));
            }
            notUpgradeable
                    .apply(extension)
                    .ifPresent(problem -> blockers.add(new Blocker.NotUpgradeable(extension.name(), bundle, problem)));
        }
        return blockers;
    }

    /** The installed bundles whose revision is not known. */
    static List<Blocker> of(List<UnknownRevision> unknown) {
        return unknown.stream()
                .<Blocker>map(one -> new Blocker.Unreadable(
                        one.extension(), one.bundle(), "the revision that holds it is not known yet"))
                .toList();
    }
}
