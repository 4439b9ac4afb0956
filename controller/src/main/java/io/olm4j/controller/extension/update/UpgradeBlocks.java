package io.olm4j.controller.extension.update;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.clusterupgrade.ClusterUpgrades;
import io.olm4j.controller.clusterupgrade.OpenShiftLimit;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import java.util.List;
import java.util.Optional;

/**
 * The blocks of upgrades: an installed bundle can block upgrades of the cluster, and an operator can block its own
 * upgrade.
 */
public record UpgradeBlocks(ClusterUpgrades clusterUpgrades) {

    /**
     * Reports in a condition whether the installed bundle blocks upgrades of the cluster.
     *
     * @param revision the installed one
     * @param catalogs the package in the selected catalogs; empty if they are not known
     */
    public void report(
            ClusterExtension extension,
            Conditions conditions,
            Optional<RevisionState> revision,
            Optional<List<CatalogGraph>> catalogs) {
        clusterUpgrades.report(
                conditions,
                revision.map(held -> held.installNamespace(
                                DesiredExtension.of(extension).flatMap(DesiredExtension::installNamespace)))
                        .orElse(""),
                revision.map(RevisionState::bundle),
                revision.map(held -> OpenShiftLimit.of(held.set())).orElseGet(OpenShiftLimit.Unlimited::new),
                catalogs);
    }

    /** The outcome if the operator forbids its own upgrade; empty otherwise. An upgrade that has begun continues. */
    public Optional<Outcome> heldBack(DesiredExtension desired, Resolved resolved, RevisionStates states) {
        boolean begun = states.live().stream()
                .anyMatch(revision ->
                        revision.bundleName().equals(resolved.bundle().name()));
        return states.installed()
                .filter(_ -> !begun)
                .flatMap(installed -> clusterUpgrades.whyHeldBack(
                        installed.installNamespace(desired.installNamespace()), installed.bundle()))
                .map(problem -> new Outcome.HeldBack(
                        Reasons.BLOCKED,
                        ("upgrade to bundle \"%s\" is held back: operator is not upgradeable: %s. The upgrade goes"
                                        + " on when"
                                        + " the operator allows it, or spec.overrides of its OperatorCondition does")
                                .formatted(resolved.bundle().name(), problem)));
    }
}
