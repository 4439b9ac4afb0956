package io.olm4j.graphdrawing;

import java.util.List;

/**
 * The columns whose versions the skipRange of an entry contains.
 *
 * @param runs of these columns
 * @param count how many bundles there are
 * @param complete whether every column was looked at
 */
public record RangeReach(List<ColumnRun> runs, int count, boolean complete) {
    static final RangeReach NONE = new RangeReach(List.of(), 0, true);
}
