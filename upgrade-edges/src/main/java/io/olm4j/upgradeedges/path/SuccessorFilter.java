package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.Version;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Accepts the direct successors of a bundle. A successor has an entry in the wanted channels that replaces the bundle,
 * skips it, or has a skipRange that contains its version. An invalid skipRange contains no version.
 */
public record SuccessorFilter(Entries entries, String name, Version version) {
    public static SuccessorFilter of(Entries entries, InstalledVersion bundle) {
        return new SuccessorFilter(entries, bundle.name(), bundle.version().version());
    }

    /** Why a candidate is not a successor; empty if it is one. */
    public Optional<String> objection(Candidate candidate) {
        return leadsTo(candidate) ? Optional.empty() : Optional.of(missingEdge(candidate));
    }

    private boolean leadsTo(Candidate candidate) {
        for (var placed : entries.of(candidate.bundle())) {
            if (follows(placed)) {
                return true;
            }
        }
        return false;
    }

    /** The first edge that leads to a candidate, in words. */
    public Optional<String> edge(Candidate candidate) {
        for (var placed : entries.of(candidate.bundle())) {
            if (follows(placed)) {
                return Optional.of(words(placed) + " in channel " + placed.channel());
            }
        }
        return Optional.empty();
    }

    private boolean follows(PlacedEntry placed) {
        return replaces(placed) || skips(placed) || skipsRange(placed);
    }

    private boolean replaces(PlacedEntry placed) {
        return placed.entry().replaces().filter(name::equals).isPresent();
    }

    private boolean skips(PlacedEntry placed) {
        return placed.entry().skips().contains(name);
    }

    /** Whether the skipRange of an entry contains the version. */
    boolean skipsRange(PlacedEntry placed) {
        var skipRange = placed.skipRange();
        return skipRange.isPresent() && skipRange.get().contains(version);
    }

    private String words(PlacedEntry placed) {
        if (replaces(placed)) {
            return "replaces " + name;
        }
        return "skips " + (skips(placed) ? name : placed.entry().skipRange().orElseThrow());
    }

    private String missingEdge(Candidate candidate) {
        var placed = entries.of(candidate.bundle());
        if (placed.isEmpty()) {
            return "it is in no channel, so that no upgrade leads to it";
        }
        var channels = new LinkedHashSet<String>();
        var notes = new LinkedHashSet<String>();
        for (var place : placed) {
            channels.add(place.channel());
            place.skipRange().map(this::note).ifPresent(notes::add);
        }
        return "in " + Texts.channels(List.copyOf(channels)) + " it neither replaces nor skips " + name
                + String.join("", notes);
    }

    private String note(ReadSkipRange skipRange) {
        return skipRange
                .range()
                .map(range -> "; skipRange " + Texts.quoted("", range.text()) + ": "
                        + range.mismatch(version).orElseThrow())
                .orElseGet(() -> "; its skipRange is invalid and ignored: " + skipRange.fault());
    }
}
