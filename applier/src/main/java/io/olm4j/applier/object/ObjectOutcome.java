package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.object.ProbeResultCache.Finding;

/** The outcome for one object of a phase. */
public sealed interface ObjectOutcome {

    /** The object is as this revision wants it, and this revision controls it. */
    record InPlace(ObjectNode live) implements ObjectOutcome {}

    /** The object is as wanted, and has not changed since that was found. */
    record Unchanged(Finding finding) implements ObjectOutcome {}

    /** A newer revision controls the object; {@code live} is the object as that revision wrote it. */
    record Superseded(String message, ObjectNode live) implements ObjectOutcome {}

    /** The object cannot be applied now, for example because it or its revision is being deleted. */
    record Deferred(String message) implements ObjectOutcome {}

    /** The object belongs to another owner. */
    record Collision(String message) implements ObjectOutcome {}

    /** Another client undoes each write, so the object is not written for some minutes. */
    record Contested(String message) implements ObjectOutcome {}

    /** The API server refused. */
    record Failed(Cause cause, String message) implements ObjectOutcome {}

    /** The cause of a failed write, as far as it determines the reaction. */
    enum Cause {
        FORBIDDEN,
        UNAUTHENTICATED,
        /** Only another revision or another live object resolves this. */
        INVALID,
        /** The same, but the live object lacks the label of olm4j, so that no watch reports its change. */
        INVALID_UNWATCHED,
        RETRY
    }
}
