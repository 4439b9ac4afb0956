package io.olm4j.upgradeedges;

import io.olm4j.versionranges.VersionRelease;
import java.util.Optional;

/** Passes the bundles of the installed version and release: staying is always allowed. */
record ExactVersionFilter(VersionRelease installed) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.UPGRADE_EDGE;
    }

    @Override
    public Optional<String> objection(Candidate candidate) {
        return matches(candidate)
                ? Optional.empty()
                : Optional.of("it is not the installed version " + installed.text());
    }

    boolean matches(Candidate candidate) {
        return candidate
                .version()
                .filter(version -> version.compareTo(installed) == 0)
                .isPresent();
    }
}
