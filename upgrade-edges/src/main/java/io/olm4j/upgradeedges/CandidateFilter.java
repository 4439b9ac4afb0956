package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;

/** One rule that a candidate must pass. */
interface CandidateFilter {
    /** The rule, for the explanation. */
    Rule rule();

    /** Whether a candidate passes. */
    boolean accepts(Candidate candidate);

    /** Why a candidate that is not accepted does not pass. */
    String objection(Candidate candidate);
}
