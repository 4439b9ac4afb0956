package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ColumnRun;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.RangeReach;
import io.olm4j.graphdrawing.RangeSearch;
import io.olm4j.graphdrawing.svg.Tracks.Link;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Decides which edges of a channel are drawn and which line each takes; the boxes of the entries tell the others. */
final class Routes {
    /** So many edges of a kind are all drawn one by one; of more, neighbouring sources share a line. */
    private static final int MANY = 160;

    private final Columns columns;
    private final Tracks tracks;
    private final List<RangeReach> reaches;
    private final List<List<ColumnRun>> skipRuns;
    private final boolean groupedRanges;
    private final boolean groupedSkips;
    private final List<Bus> above;
    private final List<Bus> below;
    private final Set<Line> drawn = new HashSet<>();

    /** An edge that has a line. */
    private record Line(EdgeKind kind, int from, int to) {}

    /** @param all whether every edge has its own line, as long as they are not too many */
    Routes(Columns columns, boolean all) {
        this.columns = columns;
        this.tracks = new Tracks(columns);
        this.reaches = new RangeSearch(columns).all();
        this.skipRuns = skipRuns();
        this.groupedRanges = !all || edges(ranges()) > MANY;
        this.groupedSkips = !all || edges(skipRuns) > MANY;
        tracks.links().forEach(link -> drawn.add(new Line(EdgeKind.REPLACES, link.from(), link.to())));
        List<Bus> upper = buses(EdgeKind.REPLACES, replacesBesideTracks());
        upper.addAll(buses(EdgeKind.SKIPS, sources(skipRuns, groupedSkips)));
        this.above = placed(upper);
        this.below = placed(buses(EdgeKind.SKIP_RANGE, sources(ranges(), groupedRanges)));
    }

    Tracks tracks() {
        return tracks;
    }

    /** Lines above the entries. */
    List<Bus> above() {
        return above;
    }

    /** Lines below the entries. */
    List<Bus> below() {
        return below;
    }

    RangeReach reach(int column) {
        return reaches.get(column);
    }

    /** The sources of the edges of a kind that lead to a column, neighbours together. */
    List<ColumnRun> runs(EdgeKind kind, int column) {
        return switch (kind) {
            case REPLACES ->
                ColumnRun.of(
                        present(columns.entry(column).replaces()),
                        i -> columns.entry(i).bundles());
            case SKIPS -> skipRuns.get(column);
            case SKIP_RANGE -> reaches.get(column).runs();
        };
    }

    /** What of these sources the box of a column has to tell: what shares a line or has none. */
    List<ColumnRun> told(EdgeKind kind, int column) {
        return runs(kind, column).stream()
                .filter(run -> (isGrouped(kind) && run.isLong())
                        || !run.ends().stream().allMatch(end -> drawn.contains(new Line(kind, end, column))))
                .toList();
    }

    /** Whether neighbouring sources share a line. */
    private boolean isGrouped(EdgeKind kind) {
        return switch (kind) {
            case REPLACES -> false;
            case SKIPS -> groupedSkips;
            case SKIP_RANGE -> groupedRanges;
        };
    }

    private List<List<ColumnRun>> ranges() {
        return reaches.stream().map(RangeReach::runs).toList();
    }

    private List<List<ColumnRun>> skipRuns() {
        List<List<ColumnRun>> runs = new ArrayList<>();
        for (int i = 0; i < columns.count(); i++) {
            runs.add(ColumnRun.of(
                    present(columns.entry(i).skips()), old -> columns.entry(old).bundles()));
        }
        return runs;
    }

    private BitSet present(List<String> names) {
        BitSet there = new BitSet();
        names.forEach(name -> columns.column(name).ifPresent(there::set));
        return there;
    }

    private static long edges(List<List<ColumnRun>> runs) {
        return runs.stream()
                .flatMap(List::stream)
                .mapToLong(run -> run.last() - run.first() + 1L)
                .sum();
    }

    private static List<List<Integer>> sources(List<List<ColumnRun>> runs, boolean grouped) {
        return runs.stream()
                .map(ofTarget -> ofTarget.stream()
                        .flatMap(run -> (grouped && run.isLong() ? run.ends() : run.columns()).stream())
                        .toList())
                .toList();
    }

    private List<List<Integer>> replacesBesideTracks() {
        Set<Link> links = new HashSet<>(tracks.links());
        List<List<Integer>> sources = new ArrayList<>();
        for (int i = 0; i < columns.count(); i++) {
            int target = i;
            sources.add(columns.entry(i).replaces().stream()
                    .flatMap(old -> columns.column(old).stream())
                    .filter(old -> !links.contains(new Link(old, target)))
                    .toList());
        }
        return sources;
    }

    /** One line an entry and side. */
    private static List<Bus> buses(EdgeKind kind, List<List<Integer>> sourcesByTarget) {
        List<Bus> buses = new ArrayList<>();
        for (int i = 0; i < sourcesByTarget.size(); i++) {
            int target = i;
            var nearest = sourcesByTarget.get(i).stream()
                    .filter(source -> Math.abs(target - source) <= Tracks.LONGEST_EDGE)
                    .sorted(Comparator.comparingInt((Integer source) -> Math.abs(target - source))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(MANY)
                    .toList();
            addBus(
                    buses,
                    kind,
                    target,
                    nearest.stream().filter(s -> s <= target).toList());
            addBus(buses, kind, target, nearest.stream().filter(s -> s > target).toList());
        }
        return buses;
    }

    private static void addBus(List<Bus> buses, EdgeKind kind, int target, List<Integer> sources) {
        if (!sources.isEmpty()) {
            buses.add(new Bus(kind, target, sources, -1));
        }
    }

    private List<Bus> placed(List<Bus> buses) {
        var placed = new Lanes(buses).placed();
        placed.forEach(bus -> bus.sources().forEach(source -> drawn.add(new Line(bus.kind(), source, bus.target()))));
        return placed;
    }
}
