package io.olm4j.controller.extension;

import io.olm4j.upgradeedges.Resolution.Resolved;

/**
 * The bundle that the newest revision should hold.
 *
 * @param selection the wish that it answers, see {@link Selection}
 */
record WantedBundle(String name, String version, String image, String selection) {

    /** One that a catalog offers. */
    static WantedBundle of(Resolved resolved, DesiredExtension desired) {
        return new WantedBundle(
                resolved.bundle().name(),
                resolved.version().text(),
                resolved.bundle().image(),
                Selection.of(desired.catalog()));
    }

    /** The one that a revision holds already, which answers the wish as it is now. */
    static WantedBundle of(RevisionState revision, DesiredExtension desired) {
        return new WantedBundle(
                revision.bundleName(), revision.bundleVersion(), revision.image(), Selection.of(desired.catalog()));
    }
}
