package io.olm4j.controller.options;

/**
 * Features of the controller that are off by default, because the original has them behind a feature gate that is off,
 * or because they imitate OLM Classic.
 *
 * @param apiServices whether bundles that serve aggregated APIs are installed
 * @param managedNamespaces whether an extension that names no namespace gets a namespace of its own, and an extension
 *     that names a namespace waits until it exists
 * @param bundleReleases whether a release that a bundle states beside its version counts ({@code BundleReleaseSupport}
 *     of the original)
 * @param userFacingRoles whether the roles admin, edit and view get rights on the APIs of every extension that does not
 *     opt out
 */
public record Features(
        boolean apiServices, boolean managedNamespaces, boolean bundleReleases, boolean userFacingRoles) {

    /** All features are off. */
    public static final Features NONE = new Features(false, false, false, false);
}
