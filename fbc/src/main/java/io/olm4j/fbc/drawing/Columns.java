package io.olm4j.fbc.drawing;

import io.olm4j.upgradeedges.Channel;
import io.olm4j.upgradeedges.PackageGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A channel in upgrade order: every entry is a column of the drawing. */
final class Columns {
    private final List<DrawnEntry> entries;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Set<String> succeeded = new HashSet<>();
    private final int[] skipsOutside;

    Columns(PackageGraph graph, Channel channel) {
        this.entries = UpgradeOrder.sort(new DrawnEntries(graph).of(channel));
        for (int i = 0; i < entries.size(); i++) {
            var entry = entries.get(i);
            byName.put(entry.name(), i);
            succeeded.addAll(entry.replaces());
            succeeded.addAll(entry.skips());
        }
        this.skipsOutside = entries.stream()
                .mapToInt(entry -> (int) entry.skips().stream()
                        .filter(name -> !byName.containsKey(name))
                        .count())
                .toArray();
    }

    int count() {
        return entries.size();
    }

    DrawnEntry entry(int column) {
        return entries.get(column);
    }

    /** The column of a name; nothing if it is not drawn. */
    Optional<Integer> column(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether no entry replaces or skips this one, as the original decides what a head is. */
    boolean isHead(int column) {
        var entry = entries.get(column);
        return !entry.outside() && !succeeded.contains(entry.name());
    }

    /** How many names that an entry skips are not drawn, because the channel does not have them. */
    int skipsOutside(int column) {
        return skipsOutside[column];
    }
}
