package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.catalog.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An entry and its channel. It parses the skipRange on demand, and only once. */
final class PlacedEntry {
    private static final int USUAL_RANGE = 64;

    private final String channel;
    private final Entry entry;
    private final int rangeWeight;
    private @Nullable ReadSkipRange skipRange;

    PlacedEntry(String channel, Entry entry) {
        this.channel = channel;
        this.entry = entry;
        this.rangeWeight = 1 + entry.skipRange().map(String::length).orElse(0) / USUAL_RANGE;
    }

    String channel() {
        return channel;
    }

    Entry entry() {
        return entry;
    }

    /** The name of its bundle. */
    String name() {
        return entry.name();
    }

    /** The cost of a comparison with the skipRange: 1 for a usual range, more for a long one. */
    int rangeWeight() {
        return rangeWeight;
    }

    Optional<ReadSkipRange> skipRange() {
        if (skipRange == null && entry.skipRange().isPresent()) {
            skipRange = ReadSkipRange.of(entry.skipRange().get());
        }
        return Optional.ofNullable(skipRange);
    }
}
