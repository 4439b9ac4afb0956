package io.olm4j.controller.extension.status;

/** The outcome of one reconcile of an extension, as far as its status is concerned. */
public sealed interface Outcome {

    /**
     * The newest revision has the desired content; the revision itself reports its progress.
     *
     * @param isOutdated whether another version of olm4j rendered it, and it could not be rendered again now
     */
    record RevisionInPlace(boolean isOutdated) implements Outcome {

        public RevisionInPlace() {
            this(false);
        }
    }

    /** The installed bundle and the status about it stay until the catalogs have been read for the first time. */
    record AwaitingCatalogs() implements Outcome {}

    /** Something failed; a retry may succeed without a change of the spec. */
    record Retrying(String message) implements Outcome {}

    /**
     * The newest revision has the desired configuration. The bundle that is to follow waits for a user or for the
     * installed operator.
     */
    record HeldBack(String reason, String message) implements Outcome {}

    /** The bundle waits until its dependencies are met or ignored. */
    record MissingDependencies(String message) implements Outcome {}

    /** Whether the reconcile must be repeated although nothing changes. */
    default boolean isRetried() {
        return this instanceof Retrying || (this instanceof RevisionInPlace(boolean isOutdated) && isOutdated);
    }

    /** Something failed; it succeeds only after a change of the spec, the bundle or the configuration. */
    record Blocked(String reason, String message) implements Outcome {}
}
