package io.olm4j.controller.extension.plan;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/**
 * What the next reconcile of an extension would do.
 *
 * @param verdict the decision of the controller
 * @param held why another bundle waits while the verdict about the newest revision is carried out; empty if none waits
 * @param installed the bundle that has rolled out last
 * @param bundle the bundle that the newest revision would hold; empty if none fits
 * @param identity the identity that writes the objects; empty if the extension names none
 * @param revision the revision that would be created; also if something has to be done before, as far as it is known
 * @param rollingOut the newest revision, if it is still rolling out and nothing else would be created
 * @param siblings the live revisions; the new one would follow them
 * @param unmetDependencies why the bundle would wait for its dependencies; empty if it would not
 * @param crdFindings why CustomResourceDefinitions of the bundle must not replace those on the cluster; empty if they
 *     may
 * @param unknown what the user may not read, so that the controller may decide otherwise, each in a clause
 * @param clusterUpgrade how the bundle would block upgrades of the cluster; empty if it would not
 */
public record ExtensionPlan(
        Verdict verdict,
        Optional<Verdict.Stopped> held,
        Optional<InstalledBundle> installed,
        Optional<PlannedBundle> bundle,
        Optional<Identity> identity,
        Optional<RevisionPlan> revision,
        Optional<ClusterObjectSet> rollingOut,
        List<Revision.Sibling> siblings,
        Optional<String> unmetDependencies,
        Optional<String> crdFindings,
        List<String> unknown,
        Optional<String> clusterUpgrade) {

    public ExtensionPlan {
        siblings = List.copyOf(siblings);
        unknown = List.copyOf(unknown);
    }

    /**
     * A bundle.
     *
     * @param catalog that offers it; empty if the newest revision already holds the bundle and no catalog was needed
     * @param why the conclusion of the resolution; empty if there was none
     */
    public record PlannedBundle(
            String name, String version, String image, Optional<String> catalog, Optional<String> why) {}

    /** The decision of the controller. */
    public sealed interface Verdict {

        /** Everything is as the spec says. */
        record Unchanged() implements Verdict {}

        /** The metadata of the newest revision would be corrected; its objects stay. */
        record Amended() implements Verdict {}

        /** A new revision would be created. */
        record NewRevision() implements Verdict {}

        /**
         * Nothing would be written.
         *
         * @param reason of the condition Progressing
         * @param message of the condition Progressing
         */
        record Stopped(String reason, String message) implements Verdict {}
    }
}
