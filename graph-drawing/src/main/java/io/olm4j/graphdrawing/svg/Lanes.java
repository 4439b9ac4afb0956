package io.olm4j.graphdrawing.svg;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Gives the lines on one side of the entries lanes in which they do not touch each other: short lines run nearest to
 * the entries.
 */
final class Lanes {
    /** Fits into the bits of a long; real channels need fewer than ten. */
    static final int MAX = 40;

    private static final int MARGIN = 8;

    private final List<TreeMap<Integer, Integer>> taken = new ArrayList<>();
    private final List<Bus> placed = new ArrayList<>();

    Lanes(List<Bus> buses) {
        buses.stream()
                .sorted(Comparator.comparingInt(Bus::span)
                        .thenComparingInt(Bus::target)
                        .thenComparing(Bus::kind)
                        .thenComparing(Bus::isBackward))
                .forEach(this::place);
    }

    /** The lines with their lanes; those for which none was left are missing. */
    List<Bus> placed() {
        return placed;
    }

    private void place(Bus bus) {
        for (int lane = 0; lane < MAX; lane++) {
            if (lane == taken.size()) {
                taken.add(new TreeMap<>());
            }
            var lines = taken.get(lane);
            var before = lines.lowerEntry(bus.high() + MARGIN);
            if (before == null || before.getValue() + MARGIN <= bus.low()) {
                lines.put(bus.low(), bus.high());
                placed.add(bus.in(lane));
                return;
            }
        }
    }
}
