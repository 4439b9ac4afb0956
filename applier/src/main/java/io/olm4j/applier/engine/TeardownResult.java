package io.olm4j.applier.engine;

/** How far a teardown is. */
public sealed interface TeardownResult {

    /** Nothing is left that the revision controls. */
    record Complete() implements TeardownResult {}

    /** Objects are being deleted; it goes on when they are gone. */
    record InProgress(String message) implements TeardownResult {}

    /** The identity may not delete. */
    record Refused(String message) implements TeardownResult {}

    /** The API server no longer takes the identity's token: it has to be looked up anew. */
    record Unauthenticated(String message) implements TeardownResult {}

    /** Something went wrong that may go right the next time. */
    record Failed(String message) implements TeardownResult {}
}
