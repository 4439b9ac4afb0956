package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Lays chains of entries that replace each other into rows, so that their edges run straight and meet no other entry:
 * no two chains share a piece of a row, and the edge that leaves a chain for another runs in the row of the other.
 */
final class Tracks {
    /** Chains that find none of these rows are taken apart into the row below. */
    static final int ROWS = 8;

    /** No edge that spans more columns is drawn. */
    static final int LONGEST_EDGE = 100;

    /** An edge drawn in rows, always forward. */
    record Link(int from, int to) {}

    private static final class Track {
        private final int parent;
        private final List<Integer> columns = new ArrayList<>();

        Track(int parent) {
            this.parent = parent;
        }

        int first() {
            return columns.getFirst();
        }

        int last() {
            return columns.getLast();
        }

        /** The first column in which its row must be free: the edge to its first entry begins there. */
        int from() {
            return parent < 0 ? first() : parent + 1;
        }
    }

    private final Columns columns;
    private final int[] parent;
    private final int[] row;
    private final List<TreeMap<Integer, Integer>> taken = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();

    Tracks(Columns columns) {
        this.columns = columns;
        this.parent = new int[columns.count()];
        this.row = new int[columns.count()];
        for (int i = 0; i < ROWS; i++) {
            taken.add(new TreeMap<>());
        }
        for (int i = 0; i < parent.length; i++) {
            parent[i] = parentOf(i);
        }
        int last = columns.count() - 1;
        tracks().stream()
                .sorted(Comparator.comparing((Track track) -> track.last() != last)
                        .thenComparingInt(Track::from))
                .forEach(this::place);
    }

    int row(int column) {
        return row[column];
    }

    /** The edges drawn in rows; those that are missing go elsewhere. */
    List<Link> links() {
        return links;
    }

    private int parentOf(int column) {
        return columns.entry(column).replaces().stream()
                .flatMap(old -> columns.column(old).stream())
                .filter(old -> old < column && column - old <= LONGEST_EDGE)
                .findFirst()
                .orElse(-1);
    }

    private List<Track> tracks() {
        int[] heir = heirs();
        Track[] trackOf = new Track[parent.length];
        List<Track> tracks = new ArrayList<>();
        for (int i = 0; i < parent.length; i++) {
            if (parent[i] >= 0 && heir[parent[i]] == i) {
                trackOf[i] = trackOf[parent[i]];
            } else {
                trackOf[i] = new Track(parent[i]);
                tracks.add(trackOf[i]);
            }
            trackOf[i].columns.add(i);
        }
        return tracks;
    }

    /** Of the entries that replace an entry the one from which upgrades lead farthest; -1 if there is none. */
    private int[] heirs() {
        int[] heir = new int[parent.length];
        int[] reach = new int[parent.length];
        Arrays.fill(heir, -1);
        for (int i = parent.length - 1; i >= 0; i--) {
            reach[i] = heir[i] < 0 ? i : reach[heir[i]];
            int old = parent[i];
            if (old >= 0 && (heir[old] < 0 || reach[i] > reach[heir[old]])) {
                heir[old] = i;
            }
        }
        return heir;
    }

    private void place(Track track) {
        for (int candidate = 0; candidate < ROWS; candidate++) {
            var lines = taken.get(candidate);
            var before = lines.floorEntry(track.last());
            if (before == null || before.getValue() < track.from()) {
                lines.put(track.from(), track.last());
                layOut(track, candidate);
                return;
            }
        }
        track.columns.forEach(column -> row[column] = ROWS);
    }

    private void layOut(Track track, int chosen) {
        int before = track.parent;
        for (int column : track.columns) {
            row[column] = chosen;
            if (before >= 0) {
                links.add(new Link(before, column));
            }
            before = column;
        }
    }
}
