package io.olm4j.catalogdclient;

import java.util.Set;

/** The result of refreshing a catalog. */
public sealed interface Refresh {
    /** The catalog serves what was read before. */
    record Unchanged() implements Refresh {}

    /**
     * The catalog serves something else than before.
     *
     * @param changedPackages the packages whose content came, went or changed; all of them at the first reading
     */
    record Updated(Set<String> changedPackages) implements Refresh {
        public Updated {
            changedPackages = Set.copyOf(changedPackages);
        }
    }

    /**
     * The catalog cannot be read; what was read before stays in use.
     *
     * @param message one sentence for the user
     * @param askAgainSoon whether the service may have the catalog any moment, as when another of its replicas answers
     */
    record Failed(String message, boolean askAgainSoon) implements Refresh {
        public Failed(String message) {
            this(message, false);
        }
    }
}
