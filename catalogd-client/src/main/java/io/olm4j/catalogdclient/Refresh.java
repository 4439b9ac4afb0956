package io.olm4j.catalogdclient;

import java.util.Set;

/** The result of refreshing a catalog. */
public sealed interface Refresh {
    /** The catalog's content is the same as before. */
    record Unchanged() implements Refresh {}

    /**
     * The catalog's content has changed.
     *
     * @param changedPackages the packages that were added, removed or changed; all packages if there was no
     *     content to answer from
     */
    record Updated(Set<String> changedPackages) implements Refresh {
        public Updated {
            changedPackages = Set.copyOf(changedPackages);
        }
    }

    /**
     * The catalog cannot be read; the earlier content stays in use.
     *
     * @param message one sentence for the user
     * @param askAgainSoon whether a request may soon succeed, for example because another replica answers it
     */
    record Failed(String message, boolean askAgainSoon) implements Refresh {
        public Failed(String message) {
            this(message, false);
        }
    }
}
