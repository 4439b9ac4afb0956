package io.olm4j.applier.engine;

/** The state of a teardown after a pass. */
public sealed interface TeardownResult {

    /** The revision controls no more objects. */
    record Complete() implements TeardownResult {}

    /** Objects are being deleted; the teardown continues when they are gone. */
    record InProgress(String message) implements TeardownResult {}

    /** The identity may not delete an object. */
    record Refused(String message) implements TeardownResult {}

    /** The API server no longer accepts the token of the identity; the identity must be looked up again. */
    record Unauthenticated(String message) implements TeardownResult {}

    /** An error for which a retry may succeed. */
    record Failed(String message) implements TeardownResult {}
}
