package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Entries.Placed;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Passes the direct successors of the installed bundle: one of their entries in the wanted channels replaces it, skips it, or has a
 * skipRange with its version. An invalid skipRange contains nothing.
 */
record SuccessorFilter(Entries entries, String installedName, Version installedVersion) implements CandidateFilter {
    @Override
    public Rule rule() {
        return Rule.UPGRADE_EDGE;
    }

    @Override
    public Optional<String> objection(Candidate candidate) {
        return edge(candidate).isPresent() ? Optional.empty() : Optional.of(missingEdge(candidate));
    }

    /** The first edge from the installed bundle to a candidate, in words. */
    Optional<String> edge(Candidate candidate) {
        return entries.of(candidate.bundle()).stream()
                .flatMap(placed -> edge(placed).map(edge -> edge + " in channel " + placed.channel()).stream())
                .findFirst();
    }

    private Optional<String> edge(Placed placed) {
        var entry = placed.entry();
        if (entry.replaces().filter(installedName::equals).isPresent()) {
            return Optional.of("replaces " + installedName);
        }
        if (entry.skips().contains(installedName)) {
            return Optional.of("skips " + installedName);
        }
        return entry.skipRange().filter(this::contains).map(range -> "skips " + range);
    }

    private boolean contains(String skipRange) {
        try {
            return SkipRange.parse(skipRange).contains(installedVersion);
        } catch (RangeSyntaxException e) {
            return false;
        }
    }

    private String missingEdge(Candidate candidate) {
        var placed = entries.of(candidate.bundle());
        if (placed.isEmpty()) {
            return "it is in no channel, so that no upgrade leads to it";
        }
        var channels = placed.stream().map(Placed::channel).distinct().toList();
        return "in " + Texts.channels(channels) + " it neither replaces nor skips " + installedName
                + rangeNotes(placed);
    }

    private String rangeNotes(List<Placed> placed) {
        Set<String> ranges = placed.stream()
                .flatMap(place -> place.entry().skipRange().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return ranges.stream().map(this::rangeNote).collect(Collectors.joining());
    }

    private String rangeNote(String skipRange) {
        try {
            return SkipRange.parse(skipRange)
                    .mismatch(installedVersion)
                    .map(mismatch -> "; skipRange " + Texts.quoted("", skipRange) + ": " + mismatch)
                    .orElse("");
        } catch (RangeSyntaxException e) {
            return "; its skipRange is invalid and ignored: " + e.explanation();
        }
    }
}
