package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.catalog.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An entry and its channel. It parses the skipRange on demand, and only once. */
final class PlacedEntry {
    private final String channel;
    private final Entry entry;
    private @Nullable ReadSkipRange skipRange;

    PlacedEntry(String channel, Entry entry) {
        this.channel = channel;
        this.entry = entry;
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

    Optional<ReadSkipRange> skipRange() {
        if (skipRange == null && entry.skipRange().isPresent()) {
            skipRange = ReadSkipRange.of(entry.skipRange().get());
        }
        return Optional.ofNullable(skipRange);
    }
}
