package io.olm4j.controller.extension.status;

/** The outcome of one reconcile of an extension, as far as its status is concerned. */
public sealed interface Outcome {

    /**
     * The newest revision has the desired content; the revision itself reports its progress.
     *
     * @param isOutdated whether its content is lost or was rendered by another version of olm4j, and it could not be
     *     rendered again now
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
     *
     * @param isOutdated as for {@link RevisionInPlace}
     */
    record HeldBack(String reason, String message, boolean isOutdated) implements Outcome {

        public HeldBack(String reason, String message) {
            this(reason, message, false);
        }
    }

    /**
     * The bundle waits until its dependencies are met or ignored.
     *
     * @param isOutdated as for {@link RevisionInPlace}, of the newest revision
     */
    record MissingDependencies(String message, boolean isOutdated) implements Outcome {

        public MissingDependencies(String message) {
            this(message, false);
        }
    }

    /** Whether the reconcile must be repeated although nothing changes. */
    default boolean isRetried() {
        return switch (this) {
            case Retrying _ -> true;
            case RevisionInPlace(boolean isOutdated) -> isOutdated;
            case HeldBack(String _, String _, boolean isOutdated) -> isOutdated;
            case MissingDependencies(String _, boolean isOutdated) -> isOutdated;
            case AwaitingCatalogs _, Blocked _ -> false;
        };
    }

    /**
     * The same while the newest revision stays in place.
     *
     * @param inPlace the outcome for that revision
     */
    default Outcome meanwhile(RevisionInPlace inPlace) {
        return switch (this) {
            case HeldBack(String reason, String message, boolean _) ->
                new HeldBack(reason, message, inPlace.isOutdated());
            case MissingDependencies(String message, boolean _) ->
                new MissingDependencies(message, inPlace.isOutdated());
            case RevisionInPlace _, AwaitingCatalogs _, Retrying _, Blocked _ -> this;
        };
    }

    /** Something failed; it succeeds only after a change of the spec, the bundle or the configuration. */
    record Blocked(String reason, String message) implements Outcome {}
}
