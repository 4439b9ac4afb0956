package io.olm4j.controller.extension.rollout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.extension.dependency.DependencyGate;
import io.olm4j.controller.extension.revision.DesiredExtension;
import java.util.List;
import java.util.Optional;

/** The checks of the controller: an extension that does not pass is reconciled again when the cluster changes. */
public record RevisionGates(DependencyGate dependencies, CrdUpgradeGate crdUpgrades) implements RevisionChecks {

    @Override
    public Optional<String> unmetDependencies(DesiredExtension desired, BundleDependencies known) {
        return dependencies.problem(desired, known);
    }

    @Override
    public CrdUpgradePreflight.Result crdUpgrade(DesiredExtension desired, List<ObjectNode> objects) {
        return crdUpgrades.check(desired, objects);
    }

    @Override
    public void begin(String extension) {
        crdUpgrades.forget(extension);
        dependencies.release(extension);
    }

    @Override
    public void forget(String extension) {
        crdUpgrades.forget(extension);
        dependencies.forget(extension);
    }
}
