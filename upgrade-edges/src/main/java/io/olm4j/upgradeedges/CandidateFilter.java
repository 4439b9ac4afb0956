package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import java.util.Optional;

/** One rule that a candidate must pass. */
interface CandidateFilter {
    /** The rule, for the explanation. */
    Rule rule();

    /** Why a candidate does not pass; empty if it passes. */
    Optional<String> objection(Candidate candidate);
}
