package io.olm4j.controller.objectset;

import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.content.Content.UnmarkedSecret;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;

/** The result of preparing a set: the identity that writes it, and its content. The identity is found first. */
sealed interface SetPreparation {

    /**
     * The identity and the content are known.
     *
     * @param unmarked the Secrets that were made for the set and do not carry its UID yet
     * @param fixed whether no other content can take the place of this one
     */
    record Ready(ActingIdentity identity, List<ResolvedPhase> phases, List<UnmarkedSecret> unmarked, boolean fixed)
            implements SetPreparation {

        public Ready {
            phases = List.copyOf(phases);
            unmarked = List.copyOf(unmarked);
        }
    }

    /** Its account is missing, or may not read the content that the set refers to. */
    record Refused(String message) implements SetPreparation {}

    /** The content cannot be used until a user changes it, or never. */
    record Blocked(ActingIdentity identity, String message) implements SetPreparation {}

    /** A Secret, or a key of it, is missing or does not contain an object. */
    record Unreadable(ActingIdentity identity, String message) implements SetPreparation {}

    /** The API server did not give a usable answer. */
    record Unknown(String message) implements SetPreparation {}
}
