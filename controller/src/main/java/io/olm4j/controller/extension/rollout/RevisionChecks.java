package io.olm4j.controller.extension.rollout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.extension.revision.DesiredExtension;
import java.util.List;
import java.util.Optional;

/** What must hold before a new revision of an extension is created. */
public interface RevisionChecks {

    /** Why a new bundle must wait for its dependencies; empty if it need not wait. */
    Optional<String> unmetDependencies(DesiredExtension desired, BundleDependencies dependencies);

    /** Whether the CustomResourceDefinitions among the objects may replace those on the cluster. */
    CrdUpgradePreflight.Result crdUpgrade(DesiredExtension desired, List<ObjectNode> objects);

    /** Ends what an extension waits for: the checks that follow say it anew. */
    void begin(String extension);

    /** Forgets a deleted extension. */
    void forget(String extension);
}
