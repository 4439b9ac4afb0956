package io.olm4j.fbc.template;

import io.olm4j.versionranges.Version;

/**
 * A bundle with its parsed version.
 *
 * @param bundle the bundle
 * @param packageName the package of its {@code olm.package} property
 * @param version the version of that property
 */
record VersionedBundle(ImageBundle bundle, String packageName, Version version) {
    String name() {
        return bundle.name();
    }

    boolean sameMajor(VersionedBundle other) {
        return version.major() == other.version.major();
    }

    boolean sameMinor(VersionedBundle other) {
        return sameMajor(other) && version.minor() == other.version.minor();
    }
}
