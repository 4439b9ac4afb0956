package io.olm4j.controller.extension.plan;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight.Result;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.controller.extension.dependency.DependencyGate;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.ExtensionRevisions;
import io.olm4j.controller.extension.rollout.RevisionChecks;
import java.util.List;
import java.util.Optional;

/**
 * The checks of a plan. They remember what they found, and can let every bundle pass to see what would follow.
 */
final class PlannedChecks implements RevisionChecks {

    private final ServedApis served;
    private final List<ExtensionRevisions> extensions;
    private final Offers offers;
    private final CrdUpgradePreflight crds;
    private final boolean letPass;
    private Optional<String> unmet = Optional.empty();
    private Optional<String> crdFindings = Optional.empty();
    private Optional<String> crdsUnread = Optional.empty();

    PlannedChecks(
            ServedApis served,
            List<ExtensionRevisions> extensions,
            Offers offers,
            CrdUpgradePreflight crds,
            boolean letPass) {
        this.served = served;
        this.extensions = extensions;
        this.offers = offers;
        this.crds = crds;
        this.letPass = letPass;
    }

    @Override
    public Optional<String> unmetDependencies(DesiredExtension desired, BundleDependencies dependencies) {
        unmet = DependencyGate.problem(desired, dependencies, served, extensions, offers);
        return letPass ? Optional.empty() : unmet;
    }

    @Override
    public Result crdUpgrade(DesiredExtension desired, List<ObjectNode> objects) {
        Result result = desired.crdUpgradeSafety() ? crds.check(objects) : new Result.Safe();
        return switch (result) {
            case Result.Safe() -> result;
            case Result.Unsafe(String message) -> {
                crdFindings = Optional.of(message);
                yield letPass ? new Result.Safe() : result;
            }
            case Result.Unknown(String message) -> {
                // The controller may read what the user may not.
                crdsUnread = Optional.of(message);
                yield new Result.Safe();
            }
        };
    }

    @Override
    public void begin(String extension) {
        // A plan asks once.
    }

    @Override
    public void forget(String extension) {
        // Nothing outlives a plan.
    }

    Optional<String> unmet() {
        return unmet;
    }

    Optional<String> crdFindings() {
        return crdFindings;
    }

    Optional<String> crdsUnread() {
        return crdsUnread;
    }
}
