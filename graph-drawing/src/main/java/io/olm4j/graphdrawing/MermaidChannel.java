package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Writes one channel as a Mermaid subgraph. */
final class MermaidChannel {
    /** Of more edges of a kind, neighbouring sources are written as one also where every bundle stands by itself. */
    private static final int MANY = 1000;

    private final Columns columns;
    private final Channel channel;
    private final Deprecations deprecations;
    private final String id;
    private final ChannelMarks marks;
    private final List<RangeReach> reaches;
    private final boolean groupedRanges;
    private final boolean groupedSkips;
    private final Map<String, Integer> outside = new HashMap<>();
    private int groups;

    MermaidChannel(PackageGraph graph, Channel channel, Deprecations deprecations, String id, DrawingView view) {
        this.columns = Columns.of(graph, channel, view);
        this.channel = channel;
        this.deprecations = deprecations;
        this.id = id;
        this.marks = view.marks().in(channel);
        this.reaches = new RangeSearch(columns).all();
        this.groupedRanges =
                !view.all() || reaches.stream().mapToLong(RangeReach::count).sum() > MANY;
        this.groupedSkips = !view.all()
                || IntStream.range(0, columns.count())
                                .mapToLong(i -> columns.entry(i).skips().size())
                                .sum()
                        > MANY;
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
        var entry = columns.entry(column);
        var count = entry.isChain() ? " (" + entry.members().size() + " bundles)" : "";
        var words = marks.words(entry.firstName());
        line(
                out,
                node(column)
                        + '['
                        + MermaidText.quoted(
                                entry.name(), count + (words.isEmpty() ? "" : " - " + String.join(", ", words)))
                        + ']');
    }

    private void writeEdges(StringBuilder out, int column) {
        var entry = columns.entry(column);
        writeSkips(out, column, entry.skips());
        var range = "skipRange(" + String.join(" | ", entry.skipRanges()) + ")";
        List<Integer> single = new ArrayList<>();
        for (var run : reaches.get(column).runs()) {
            if (groupedRanges && run.isLong()) {
                group(
                        out,
                        run,
                        MermaidText.quoted(range),
                        column,
                        reaches.get(column).complete() ? "" : " or more");
            } else {
                single.addAll(run.columns());
            }
        }
        single.sort(Comparator.<Integer>comparingInt(old -> Math.abs(column - old))
                .thenComparing(Comparator.naturalOrder()));
        single.forEach(old -> edge(out, node(old), MermaidText.quoted(range), column));
        for (var old : entry.replaces()) {
            edge(out, node(out, old), "replace", column);
        }
    }

    private void writeSkips(StringBuilder out, int column, List<String> names) {
        if (!groupedSkips) {
            names.forEach(old -> edge(out, node(out, old), "skip", column));
            return;
        }
        BitSet there = new BitSet();
        List<String> gone = new ArrayList<>();
        names.forEach(name -> columns.column(name).ifPresentOrElse(there::set, () -> gone.add(name)));
        for (var run : ColumnRun.of(there, old -> columns.entry(old).bundles())) {
            if (run.isLong()) {
                group(out, run, "skip", column, "");
            } else {
                run.columns().forEach(old -> edge(out, node(old), "skip", column));
            }
        }
        if (gone.size() <= ColumnRun.FEW) {
            gone.forEach(name -> edge(out, node(out, name), "skip", column));
        } else {
            group(out, gone.getFirst() + " … " + gone.getLast(), gone.size() + " names", "skip", column);
        }
    }

    /** One edge for several bundles: from their own box if they have one, else from a box that stands for them. */
    private void group(StringBuilder out, ColumnRun run, String label, int to, String more) {
        if (run.isOneColumn()
                && run.bundles() == columns.entry(run.first()).bundles().size()) {
            edge(out, node(run.first()), label, to);
        } else {
            group(out, run.text(), run.bundles() + " bundles" + more, label, to);
        }
    }

    private void group(StringBuilder out, String text, String count, String label, int to) {
        var from = id + "g" + groups++;
        line(out, from + "([" + MermaidText.quoted(text, " (" + count + ")") + "])");
        line(out, "class " + from + " outside");
        edge(out, from, label, to);
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
            var first = columns.entry(i).firstName();
            var cssClass = (deprecations.ofBundle(first).isPresent() ? "deprecated" : "")
                    + (skipped.contains(name) ? "skipped" : "");
            if (columns.entry(i).outside()) {
                line(out, "class " + node(i) + " outside");
            }
            if (!cssClass.isEmpty()) {
                line(out, "class " + node(i) + ' ' + cssClass);
            }
            if (!marks.cssClass(first).isEmpty()) {
                line(out, "class " + node(i) + ' ' + marks.cssClass(first));
            }
        }
        for (int i = 0; i < outside.size(); i++) {
            line(out, "class " + node(columns.count() + i) + " outside");
        }
    }
}
