package io.olm4j.graphdrawing;

import io.olm4j.graphdrawing.Tracks.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Decides which edges of a channel are drawn and which line each takes; what is not drawn is counted by entry. */
final class Routes {
    /** So many edges of a kind are all drawn; of more, every entry gets its share, nearest first. */
    private static final int MANY = 160;

    private static final int SHARE = 4;

    private final Columns columns;
    private final Tracks tracks;
    private final List<RangeReach> reaches;
    private final Map<EdgeKind, int[]> drawn = new EnumMap<>(EdgeKind.class);
    private final List<Bus> above;
    private final List<Bus> below;

    Routes(Columns columns) {
        this.columns = columns;
        this.tracks = new Tracks(columns);
        this.reaches = new RangeSearch(columns, MANY).all();
        for (var kind : EdgeKind.values()) {
            drawn.put(kind, new int[columns.count()]);
        }
        tracks.links().forEach(link -> count(EdgeKind.REPLACES, link.to(), 1));
        List<Bus> upper = buses(EdgeKind.REPLACES, replacesBesideTracks());
        upper.addAll(buses(EdgeKind.SKIPS, skips()));
        this.above = placed(upper);
        this.below = placed(buses(
                EdgeKind.SKIP_RANGE, reaches.stream().map(RangeReach::nearest).toList()));
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

    /** How many edges of a kind lead from one column to another and are not drawn. */
    int undrawn(EdgeKind kind, int column) {
        int all = switch (kind) {
            case REPLACES -> columns.entry(column).replaces().size();
            case SKIPS -> columns.entry(column).skips().size() - columns.skipsOutside(column);
            case SKIP_RANGE -> reaches.get(column).count();
        };
        return all - drawn(kind)[column];
    }

    private int[] drawn(EdgeKind kind) {
        return Objects.requireNonNull(drawn.get(kind));
    }

    private void count(EdgeKind kind, int column, int edges) {
        drawn(kind)[column] += edges;
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

    private List<List<Integer>> skips() {
        List<List<Integer>> sources = new ArrayList<>();
        for (int i = 0; i < columns.count(); i++) {
            int target = i;
            sources.add(columns.entry(i).skips().stream()
                    .flatMap(old -> columns.column(old).stream())
                    .filter(old -> Math.abs(target - old) <= Tracks.LONGEST_EDGE)
                    .toList());
        }
        return sources;
    }

    /** One line an entry and side. */
    private static List<Bus> buses(EdgeKind kind, List<List<Integer>> sourcesByTarget) {
        long all = sourcesByTarget.stream().mapToLong(List::size).sum();
        long targets =
                sourcesByTarget.stream().filter(sources -> !sources.isEmpty()).count();
        long limit = all <= MANY ? MANY : Math.max(SHARE, MANY / targets);
        List<Bus> buses = new ArrayList<>();
        for (int i = 0; i < sourcesByTarget.size(); i++) {
            int target = i;
            var nearest = sourcesByTarget.get(i).stream()
                    .filter(source -> Math.abs(target - source) <= Tracks.LONGEST_EDGE)
                    .sorted(Comparator.comparingInt((Integer source) -> Math.abs(target - source))
                            .thenComparing(Comparator.naturalOrder()))
                    .limit(limit)
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
        placed.forEach(bus -> count(bus.kind(), bus.target(), bus.sources().size()));
        return placed;
    }
}
