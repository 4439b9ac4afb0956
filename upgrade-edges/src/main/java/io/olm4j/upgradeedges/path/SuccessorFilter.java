package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.Shortened;
import io.olm4j.versionranges.Version;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Accepts the direct successors of a bundle. A successor has an entry in the wanted channels that replaces the bundle,
 * skips it, or has a skipRange that contains its version. An invalid skipRange contains no version.
 */
public final class SuccessorFilter {
    /** The most notes on the skipRanges of one bundle. */
    private static final int MAX_NOTES = 10;

    /** The longest name or range in a text, in characters. */
    private static final int MAX_PART = 1000;

    /** The longest objection, in characters. */
    private static final int MAX_OBJECTION = 8000;

    private final Entries entries;
    private final String name;
    private final Version version;

    /** The first entry that is an upgrade, by the name of the bundle: several bundles can have one name. */
    private final Map<String, Optional<PlacedEntry>> edges = new HashMap<>();

    private final Map<String, String> objections = new HashMap<>();

    private SuccessorFilter(Entries entries, String name, Version version) {
        this.entries = entries;
        this.name = name;
        this.version = version;
    }

    public static SuccessorFilter of(Entries entries, InstalledVersion bundle) {
        return new SuccessorFilter(entries, bundle.name(), bundle.version().version());
    }

    /** Whether a candidate is a successor. */
    public boolean accepts(Candidate candidate) {
        return firstEdge(candidate).isPresent();
    }

    /** Why a candidate that is not accepted is no successor. */
    public String objection(Candidate candidate) {
        return objections.computeIfAbsent(candidate.name(), _ -> Shortened.of(MAX_OBJECTION, missingEdge(candidate)));
    }

    /** The first edge that leads to a candidate, in words. */
    public Optional<String> edge(Candidate candidate) {
        return firstEdge(candidate).map(placed -> words(placed) + " in channel " + part(placed.channel()));
    }

    private Optional<PlacedEntry> firstEdge(Candidate candidate) {
        return edges.computeIfAbsent(
                candidate.name(),
                _ -> entries.of(candidate.bundle()).stream()
                        .filter(this::follows)
                        .findFirst());
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
            return "replaces " + part(name);
        }
        return "skips " + part(skips(placed) ? name : placed.entry().skipRange().orElseThrow());
    }

    private String missingEdge(Candidate candidate) {
        var placed = entries.of(candidate.bundle());
        if (placed.isEmpty()) {
            return "it is in no channel, so that no upgrade leads to it";
        }
        var channels = placed.stream().map(PlacedEntry::channel).distinct().map(SuccessorFilter::part);
        return "in " + Texts.channels(channels.toList()) + " it neither replaces nor skips " + part(name)
                + notes(placed);
    }

    /** Notes on the first skipRanges, and how many there are beyond them. */
    private String notes(List<PlacedEntry> placed) {
        var ranges = placed.stream()
                .map(PlacedEntry::skipRange)
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(ReadSkipRange::text, range -> range, (first, _) -> first, LinkedHashMap::new))
                .values();
        int more = ranges.size() - MAX_NOTES;
        return ranges.stream().limit(MAX_NOTES).map(this::note).distinct().collect(Collectors.joining())
                + (more > 0 ? "; and " + Texts.count(more, "more skipRange") : "");
    }

    private String note(ReadSkipRange skipRange) {
        return skipRange
                .range()
                .map(range -> "; skipRange " + Texts.quoted("", part(range.text())) + ": "
                        + part(range.mismatch(version).orElseThrow()))
                .orElseGet(() -> "; its skipRange is invalid and ignored: " + part(skipRange.fault()));
    }

    private static String part(String text) {
        return Shortened.of(MAX_PART, text);
    }
}
