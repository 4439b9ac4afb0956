package io.olm4j.upgradeedges;

import java.util.Optional;

/**
 * Something of a package that its author asks users to leave.
 *
 * @param scope what is deprecated
 * @param name the channel or bundle; empty for the package
 * @param message what the author tells users
 */
public record Deprecation(Scope scope, Optional<String> name, String message) {
    /** What can be deprecated. */
    public enum Scope {
        /** The whole package. */
        PACKAGE,
        /** One channel. */
        CHANNEL,
        /** One bundle. */
        BUNDLE
    }
}
