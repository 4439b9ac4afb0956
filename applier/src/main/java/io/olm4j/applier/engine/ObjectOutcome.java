package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.engine.ProbeResultCache.Finding;

/** What became of one object of a phase. */
sealed interface ObjectOutcome {

    /** It is as wanted, by this revision. */
    record InPlace(ObjectNode live) implements ObjectOutcome {}

    /** It is as wanted, and has not changed since that was found. */
    record Unchanged(Finding finding) implements ObjectOutcome {}

    /** A newer revision has it; {@code live} is what that one made of it. */
    record Superseded(String message, ObjectNode live) implements ObjectOutcome {}

    /** Nothing can be done about it now, as it is being deleted or its revision is. */
    record Deferred(String message) implements ObjectOutcome {}

    /** It is somebody else's. */
    record Collision(String message) implements ObjectOutcome {}

    /** Somebody else undoes each write, so that it is not written for a while. */
    record Contested(String message) implements ObjectOutcome {}

    /** The API server refused. */
    record Failed(Cause cause, String message) implements ObjectOutcome {}

    /** Why a write failed, as far as it matters for what comes next. */
    enum Cause {
        FORBIDDEN,
        UNAUTHENTICATED,
        /** Nothing but another revision, or another live object, mends it. */
        INVALID,
        RETRY
    }
}
