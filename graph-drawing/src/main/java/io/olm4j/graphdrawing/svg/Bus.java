package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.EdgeKind;
import java.util.Collections;
import java.util.List;

/**
 * The edges of one kind that come to an entry from one side, drawn as one line that several join.
 *
 * @param kind of all edges
 * @param target the column they lead to
 * @param sources the columns they come from, all on one side; the target's own for an entry that succeeds itself
 * @param lane how far from the entries the line runs, 0 is nearest; -1 as long as it has none
 */
record Bus(EdgeKind kind, int target, List<Integer> sources, int lane) {
    private static final int UNITS = 100;

    Bus in(int newLane) {
        return new Bus(kind, target, sources, newLane);
    }

    /** The source farthest from the target, where the line begins. */
    int farthest() {
        int lowest = Collections.min(sources);
        return lowest <= target ? lowest : Collections.max(sources);
    }

    /** Whether it leads from right to left. */
    boolean isBackward() {
        return farthest() >= target;
    }

    int span() {
        return Math.abs(target - farthest());
    }

    /** Where the line lies, in hundredths of a column. */
    int low() {
        return Math.min(outPosition(), inPosition());
    }

    int high() {
        return Math.max(outPosition(), inPosition());
    }

    private int outPosition() {
        return farthest() * UNITS + Port.out(kind).percent();
    }

    private int inPosition() {
        return target * UNITS + Port.in(kind).percent();
    }
}
