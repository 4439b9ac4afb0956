package io.olm4j.upgradeedges.catalog;

import java.util.Optional;

/**
 * A deprecation: the author of a package asks users to stop using this part of it.
 *
 * @param scope the kind of the deprecated part
 * @param name the name of the channel or bundle; empty for the package
 * @param message the author's message to users
 */
public record Deprecation(Scope scope, Optional<String> name, String message) {
    /** Whether it is the deprecation of this bundle, not of a channel or of the package. */
    public boolean isOfBundle(String bundle) {
        return scope == Scope.BUNDLE && name.filter(bundle::equals).isPresent();
    }

    /** The parts of a package that can be deprecated. */
    public enum Scope {
        /** The whole package. */
        PACKAGE,
        /** One channel. */
        CHANNEL,
        /** One bundle. */
        BUNDLE
    }
}
