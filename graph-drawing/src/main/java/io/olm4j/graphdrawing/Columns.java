package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A channel in upgrade order: every entry is a column of the drawing. */
public final class Columns {
    private final List<DrawnEntry> entries;
    private final Map<String, Integer> byName = new HashMap<>();
    private final Set<String> heads;
    private final int[] skipsOutside;

    /** Every bundle by itself. */
    public Columns(PackageGraph graph, Channel channel) {
        this(UpgradeOrder.sort(new DrawnEntries(graph).of(channel)), channel);
    }

    private Columns(List<DrawnEntry> entries, Channel channel) {
        this.entries = entries;
        for (int i = 0; i < entries.size(); i++) {
            byName.put(entries.get(i).name(), i);
        }
        this.heads = Set.copyOf(ChannelGraph.of(channel).heads());
        this.skipsOutside = entries.stream()
                .mapToInt(entry -> (int) entry.skips().stream()
                        .filter(name -> !byName.containsKey(name))
                        .count())
                .toArray();
    }

    /** What a view shows. */
    public static Columns of(PackageGraph graph, Channel channel, DrawingView view) {
        var all = new Columns(graph, channel);
        return view.all()
                ? all
                : new Columns(
                        UpgradeOrder.sort(Chains.of(
                                all, new Deprecations(graph), view.marks().in(channel))),
                        channel);
    }

    public int count() {
        return entries.size();
    }

    public DrawnEntry entry(int column) {
        return entries.get(column);
    }

    /** The column of a name; nothing if it is not drawn. */
    public Optional<Integer> column(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    public boolean isHead(int column) {
        return heads.contains(entries.get(column).name());
    }

    /** How many names that an entry skips are not drawn, because the channel does not have them. */
    public int skipsOutside(int column) {
        return skipsOutside[column];
    }
}
