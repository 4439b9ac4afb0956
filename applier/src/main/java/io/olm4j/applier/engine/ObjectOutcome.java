package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What became of one object of a phase. */
sealed interface ObjectOutcome {

    /** It is as wanted, by this revision. */
    record InPlace(ObjectNode live) implements ObjectOutcome {}

    /** A newer revision has it. */
    record Superseded(String message) implements ObjectOutcome {}

    /** It is being deleted, and has to be gone before it can be made anew. */
    record Vanishing(String message) implements ObjectOutcome {}

    /** It is somebody else's. */
    record Collision(String message) implements ObjectOutcome {}

    /** The API server refused. */
    record Failed(Cause cause, String message) implements ObjectOutcome {}

    /** Why a write failed, as far as it matters for what comes next. */
    enum Cause {
        FORBIDDEN,
        UNAUTHENTICATED,
        RETRY
    }
}
