package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.versionranges.SpecRange;
import java.util.Optional;

/** Accepts the bundles whose version, without the release, is in the wanted range. */
record VersionRangeFilter(SpecRange range) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.VERSION_RANGE;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return candidate
                .version()
                .filter(version -> range.contains(version.version()))
                .isPresent();
    }

    @Override
    public String objection(Candidate candidate) {
        return mismatch(candidate).orElseThrow();
    }

    /** Why a candidate is not in the range; empty if it is. */
    Optional<String> mismatch(Candidate candidate) {
        return candidate
                .version()
                .map(version -> range.mismatch(version.version()))
                .orElseGet(() -> Optional.of("its version cannot be read: " + candidate.fault()));
    }
}
