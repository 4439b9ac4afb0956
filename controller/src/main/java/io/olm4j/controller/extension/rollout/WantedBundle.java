package io.olm4j.controller.extension.rollout;

import io.olm4j.api.Annotations;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.DependenciesAnnotation;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.Selection;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.versionranges.Release;
import java.util.Optional;

/**
 * The bundle that the newest revision should hold.
 *
 * @param release distinguishes bundles of this version; empty if there is none, or if it is the build metadata of the
 *     version
 * @param selection the selection that it satisfies, see {@link Selection}
 * @param dependencies its dependencies and provided APIs as the catalog states them; if a revision already holds the
 *     bundle, as that revision states them
 */
public record WantedBundle(
        String name,
        String version,
        Optional<String> release,
        String image,
        String selection,
        BundleDependencies dependencies) {

    /** A bundle that a catalog offers. */
    public static WantedBundle of(Resolved resolved, DesiredExtension desired) {
        return new WantedBundle(
                resolved.bundle().name(),
                resolved.version().version().toString(),
                resolved.version().release().map(Release::toString),
                resolved.bundle().image(),
                Selection.of(desired.catalog()),
                BundleDependencies.ofProperties(resolved.bundle().properties()));
    }

    /** The bundle that a revision already holds and that satisfies the current selection. */
    public static WantedBundle of(RevisionState revision, DesiredExtension desired) {
        return of(revision, Selection.of(desired.catalog()));
    }

    /** The bundle that a revision holds, as it was chosen, while no other can follow it for the current selection. */
    public static WantedBundle asChosen(RevisionState revision, DesiredExtension desired) {
        return of(revision, revision.selection().orElseGet(() -> Selection.of(desired.catalog())));
    }

    private static WantedBundle of(RevisionState revision, String selection) {
        return new WantedBundle(
                revision.bundleName(),
                revision.bundleVersion(),
                revision.release(),
                revision.image(),
                selection,
                dependencies(revision));
    }

    /** The same with the release as build metadata of the version, as in the original without its feature gate. */
    WantedBundle withReleaseInVersion() {
        return new WantedBundle(
                name,
                version
                        + release.filter(text -> !text.isEmpty())
                                .map(text -> "+" + text)
                                .orElse(""),
                Optional.empty(),
                image,
                selection,
                dependencies);
    }

    /** Whether a revision holds it. */
    boolean isIn(RevisionState revision) {
        return revision.bundleName().equals(name)
                && revision.bundleVersion().equals(version)
                && revision.image().equals(image);
    }

    /** Whether a revision that holds it records all requirements that the catalog states. */
    boolean isDescribedBy(RevisionState revision) {
        return dependencies(revision)
                .required()
                .containsAll(dependencies.bounded().required());
    }

    private static BundleDependencies dependencies(RevisionState revision) {
        return DependenciesAnnotation.read(Annotations.find(revision.set(), Annotations.DEPENDENCIES));
    }
}
