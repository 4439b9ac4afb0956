package io.olm4j.controller.extension;

import io.olm4j.api.Annotations;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.DependenciesAnnotation;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.versionranges.Release;
import java.util.Optional;

/**
 * The bundle that the newest revision should hold.
 *
 * @param release what tells apart bundles of this version; empty if there is none, or if it is the build metadata of
 *     the version
 * @param selection the wish that it answers, see {@link Selection}
 * @param dependencies what the catalog says it needs and brings; of a bundle that a revision holds already, what that
 *     one says
 */
record WantedBundle(
        String name,
        String version,
        Optional<String> release,
        String image,
        String selection,
        BundleDependencies dependencies) {

    /** One that a catalog offers. */
    static WantedBundle of(Resolved resolved, DesiredExtension desired) {
        return new WantedBundle(
                resolved.bundle().name(),
                resolved.version().version().toString(),
                resolved.version().release().map(Release::toString),
                resolved.bundle().image(),
                Selection.of(desired.catalog()),
                BundleDependencies.ofProperties(resolved.bundle().properties()));
    }

    /** The one that a revision holds already, which answers the wish as it is now. */
    static WantedBundle of(RevisionState revision, DesiredExtension desired) {
        return new WantedBundle(
                revision.bundleName(),
                revision.bundleVersion(),
                revision.release(),
                revision.image(),
                Selection.of(desired.catalog()),
                dependencies(revision));
    }

    /** The same with the release in the place of the build metadata, where the original has it without its gate. */
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

    /** Whether a revision that holds it names all that it needs by the catalog. */
    boolean isDescribedBy(RevisionState revision) {
        return dependencies(revision)
                .required()
                .containsAll(dependencies.bounded().required());
    }

    private static BundleDependencies dependencies(RevisionState revision) {
        return DependenciesAnnotation.read(RevisionDecider.annotation(revision.set(), Annotations.DEPENDENCIES));
    }
}
