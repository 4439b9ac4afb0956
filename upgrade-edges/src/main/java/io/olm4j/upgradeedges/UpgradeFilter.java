package io.olm4j.upgradeedges;

import java.util.Optional;

/** Passes what may follow the installed bundle: its successors and its own version. */
record UpgradeFilter(SuccessorFilter successors, ExactVersionFilter same) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.UPGRADE_EDGE;
    }

    @Override
    public Optional<String> objection(Candidate candidate) {
        return same.matches(candidate) ? Optional.empty() : successors.objection(candidate);
    }

    /** Why a candidate that passes may follow, in words. */
    String permission(Candidate candidate) {
        return successors.edge(candidate).map(edge -> "it " + edge).orElse("it has the installed version");
    }
}
