package io.olm4j.controller.extension;

/** How a pass over one extension ended, as far as its status is concerned. */
sealed interface Outcome {

    /** The newest revision holds what is wanted; how far it is stands in the revision itself. */
    record RevisionInPlace() implements Outcome {}

    /**
     * What is installed stays, and so does what was said of it, until the catalogs have been read for the first time.
     */
    record AwaitingCatalogs() implements Outcome {}

    /** Something failed that may go well later without a change of the spec. */
    record Retrying(String message) implements Outcome {}

    /** The bundle waits until what it needs is there, or until it need not be. */
    record MissingDependencies(String message) implements Outcome {}

    /** Something failed that goes well only after a change of the spec, the bundle or the configuration. */
    record Blocked(String reason, String message) implements Outcome {}
}
