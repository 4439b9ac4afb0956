package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.VersionRelease;
import java.util.List;

/** The result of a resolution. */
public sealed interface Resolution {
    /**
     * The explanation of the result.
     *
     * @return what happened to every candidate
     */
    Explanation explanation();

    /**
     * The one bundle to install.
     *
     * @param bundle the bundle
     * @param version its version and release
     * @param catalog the catalog it comes from
     * @param deprecations everything that this catalog deprecates of the package
     * @param explanation why this bundle was chosen
     */
    record Resolved(
            Bundle bundle,
            VersionRelease version,
            String catalog,
            List<Deprecation> deprecations,
            Explanation explanation)
            implements Resolution {
        /** Copies the deprecations. */
        public Resolved {
            deprecations = List.copyOf(deprecations);
        }

        Resolved with(Detours detours) {
            return new Resolved(
                    bundle,
                    version,
                    catalog,
                    deprecations,
                    new Explanation(explanation.conclusion(), explanation.dropped(), detours));
        }

        /**
         * The dependencies that the bundle declares. Resolution does not drop a bundle because of them.
         *
         * @return its properties of the types {@code olm.gvk.required}, {@code olm.package.required} and {@code
         *     olm.constraint}, in catalog order
         */
        public List<Property> dependencies() {
            return bundle.properties().stream().filter(Property::isDependency).toList();
        }
    }

    /**
     * There is not exactly one bundle to install.
     *
     * @param reason the kind of failure
     * @param message the message of OLM v1
     * @param explanation why, and what the user can do
     */
    record Unresolved(Reason reason, String message, Explanation explanation) implements Resolution {}

    /** Why nothing was resolved. */
    enum Reason {
        /** The wanted version range cannot be read. */
        INVALID_VERSION_RANGE,
        /** The version of the installed bundle cannot be read. */
        INVALID_INSTALLED_VERSION,
        /** No catalog has the package. */
        NO_SUCH_PACKAGE,
        /** No bundle of the package fits. */
        NO_MATCH,
        /** Several catalogs of the same priority have a bundle that fits. */
        AMBIGUOUS,
        /** The only bundle that fits has a version that cannot be read. */
        INVALID_BUNDLE_VERSION
    }
}
