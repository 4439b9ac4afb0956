package io.olm4j.controller.options;

/**
 * What the controller does only where it is asked to, because the original has it behind a gate that is off, or because
 * it is a habit of OLM's first version.
 *
 * @param apiServices whether bundles that serve aggregated APIs are installed
 * @param managedNamespaces whether an extension that names no namespace gets one of its own, and one that names a
 *     namespace waits until that is there
 * @param bundleReleases whether a release that a bundle states beside its version counts ({@code BundleReleaseSupport}
 *     of the original)
 * @param userFacingRoles whether the roles admin, edit and view get rights on the APIs of every extension that does not
 *     say otherwise
 */
public record Features(
        boolean apiServices, boolean managedNamespaces, boolean bundleReleases, boolean userFacingRoles) {

    /** None of it. */
    public static final Features NONE = new Features(false, false, false, false);
}
