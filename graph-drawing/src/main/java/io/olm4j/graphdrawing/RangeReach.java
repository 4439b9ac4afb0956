package io.olm4j.graphdrawing;

import java.util.List;

/**
 * The columns whose versions the skipRange of an entry contains.
 *
 * @param nearest some of them, nearest first
 * @param count how many there are
 * @param complete whether every column was looked at
 */
record RangeReach(List<Integer> nearest, int count, boolean complete) {
    static final RangeReach NONE = new RangeReach(List.of(), 0, true);
}
