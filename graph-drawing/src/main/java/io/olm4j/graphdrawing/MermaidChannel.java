package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes one channel as a Mermaid subgraph. */
final class MermaidChannel {
    /** So many edges of a kind are all written; of more, every entry gets its share, and counts the rest. */
    private static final int MANY = 1000;

    /** So many entries of a skipRange are kept, those nearest to it. */
    private static final int NEAREST = 200;

    private static final int SHARE = 10;

    private final Columns columns;
    private final Channel channel;
    private final Deprecations deprecations;
    private final String id;
    private final List<RangeReach> reaches;
    private final int rangeShare;
    private final int skipShare;
    private final Map<String, Integer> outside = new HashMap<>();

    MermaidChannel(PackageGraph graph, Channel channel, Deprecations deprecations, String id) {
        this.columns = new Columns(graph, channel);
        this.channel = channel;
        this.deprecations = deprecations;
        this.id = id;
        this.reaches = new RangeSearch(columns, NEAREST).all();
        this.rangeShare = share(reaches.stream().map(RangeReach::count).toList());
        this.skipShare = share(IntStream.range(0, columns.count())
                .mapToObj(i -> columns.entry(i).skips().size())
                .toList());
    }

    private static int share(List<Integer> edgesOfEntries) {
        long all = edgesOfEntries.stream().mapToLong(edges -> edges).sum();
        long targets = edgesOfEntries.stream().filter(edges -> edges > 0).count();
        return all <= MANY ? MANY : (int) Math.max(SHARE, MANY / targets);
    }

    void write(StringBuilder out) {
        out.append("    subgraph ")
                .append(id)
                .append('[')
                .append(MermaidText.quoted(channel.name()))
                .append("]\n");
        for (int i = columns.count() - 1; i >= 0; i--) {
            writeNode(out, i);
        }
        for (int i = columns.count() - 1; i >= 0; i--) {
            writeEdges(out, i);
        }
        out.append("    end\n");
        writeClasses(out);
    }

    private void writeNode(StringBuilder out, int column) {
        int ranged = reaches.get(column).count() - rangeSources(column).size();
        var orMore = reaches.get(column).complete() ? "" : " or more";
        int skipped = columns.entry(column).skips().size() - skipShare;
        var note = (skipped > 0 ? " (+" + skipped + " skips)" : "")
                + (ranged > 0 ? " (+" + ranged + orMore + " in skipRange)" : "");
        line(out, node(column) + '[' + MermaidText.quoted(columns.entry(column).name(), note) + ']');
    }

    private void writeEdges(StringBuilder out, int column) {
        var entry = columns.entry(column);
        for (var old :
                entry.skips().subList(0, Math.min(skipShare, entry.skips().size()))) {
            edge(out, node(out, old), "skip", column);
        }
        var label = MermaidText.quoted("skipRange(" + String.join(" | ", entry.skipRanges()) + ")");
        for (int old : rangeSources(column)) {
            edge(out, node(old), label, column);
        }
        for (var old : entry.replaces()) {
            edge(out, node(out, old), "replace", column);
        }
    }

    private List<Integer> rangeSources(int column) {
        return reaches.get(column).nearest().stream().limit(rangeShare).toList();
    }

    private void edge(StringBuilder out, String from, String label, int to) {
        line(out, from + "-- " + label + " -->" + node(to));
    }

    private static void line(StringBuilder out, String text) {
        out.append("      ").append(text).append('\n');
    }

    private String node(int column) {
        return id + "n" + column;
    }

    /** The node of a name; one that the channel does not have is made when it is first met. */
    private String node(StringBuilder out, String name) {
        var column = columns.column(name);
        if (column.isPresent()) {
            return node(column.get());
        }
        var known = outside.get(name);
        if (known != null) {
            return node(known);
        }
        int next = columns.count() + outside.size();
        outside.put(name, next);
        line(out, node(next) + '[' + MermaidText.quoted(name) + ']');
        return node(next);
    }

    private void writeClasses(StringBuilder out) {
        Set<String> skipped = new HashSet<>();
        for (int i = 0; i < columns.count(); i++) {
            skipped.addAll(columns.entry(i).skips());
        }
        for (int i = columns.count() - 1; i >= 0; i--) {
            var name = columns.entry(i).name();
            var cssClass = (deprecations.ofBundle(name).isPresent() ? "deprecated" : "")
                    + (skipped.contains(name) ? "skipped" : "");
            if (columns.entry(i).outside()) {
                line(out, "class " + node(i) + " outside");
            }
            if (!cssClass.isEmpty()) {
                line(out, "class " + node(i) + ' ' + cssClass);
            }
        }
        for (int i = 0; i < outside.size(); i++) {
            line(out, "class " + node(columns.count() + i) + " outside");
        }
    }
}
