package io.olm4j.controller.objectset;

import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;

/**
 * What has to be known of a set before anything is done about it: as whom, and what it holds. The identity comes first.
 */
sealed interface SetPreparation {

    /**
     * All is known.
     *
     * @param secretsMarked whether the Secrets that were made for the set carry its UID
     */
    record Ready(ActingIdentity identity, List<ResolvedPhase> phases, boolean secretsMarked) implements SetPreparation {

        public Ready {
            phases = List.copyOf(phases);
        }
    }

    /** Its account is missing, or may not read what the set refers to. */
    record Refused(String message) implements SetPreparation {}

    /** The content cannot be used until somebody changes it. */
    record Blocked(ActingIdentity identity, String message) implements SetPreparation {}

    /** A Secret, or a key of it, is missing or holds no object. */
    record Unreadable(ActingIdentity identity, String message) implements SetPreparation {}

    /** The API server could not say. */
    record Unknown(String message) implements SetPreparation {}
}
