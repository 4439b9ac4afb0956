package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.Entries;
import io.olm4j.upgradeedges.path.Texts;
import java.util.List;

/** Accepts the bundles that have an entry in one of the wanted channels. */
record ChannelFilter(Entries entries, List<String> channels) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.CHANNEL;
    }

    @Override
    public boolean accepts(Candidate candidate) {
        return !entries.of(candidate.bundle()).isEmpty();
    }

    @Override
    public String objection(Candidate candidate) {
        return "it is not in " + Texts.channels(channels);
    }
}
