package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.Entries;
import io.olm4j.upgradeedges.path.Texts;
import java.util.List;
import java.util.Optional;

/** Accepts the bundles that have an entry in one of the wanted channels. */
record ChannelFilter(Entries entries, List<String> channels) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.CHANNEL;
    }

    @Override
    public Optional<String> objection(Candidate candidate) {
        return entries.of(candidate.bundle()).isEmpty()
                ? Optional.of("it is not in " + Texts.channels(channels))
                : Optional.empty();
    }
}
