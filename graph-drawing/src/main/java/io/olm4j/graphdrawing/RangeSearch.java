package io.olm4j.graphdrawing;

import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds for every skipRange of a channel the columns that it contains, within a bounded effort. */
public final class RangeSearch {
    /** Comparisons for a whole channel, about half a second; a channel of 1000 ranges needs 3 million. */
    private static final long EFFORT = 6_000_000;

    /** A range of about so many characters holds one comparison. */
    private static final int CHARACTERS_PER_COMPARISON = 8;

    private final Columns columns;
    private final long effortPerRange;

    public RangeSearch(Columns columns) {
        this.columns = columns;
        long ranges = 1;
        for (int i = 0; i < columns.count(); i++) {
            ranges += columns.entry(i).skipRanges().size();
        }
        this.effortPerRange = EFFORT / ranges;
    }

    /** The reach of every column's skipRange. */
    public List<RangeReach> all() {
        List<RangeReach> all = new ArrayList<>();
        for (int i = 0; i < columns.count(); i++) {
            var ranges = parsed(columns.entry(i).skipRanges());
            all.add(ranges.isEmpty() ? RangeReach.NONE : reach(i, ranges));
        }
        return all;
    }

    private static List<SkipRange> parsed(List<String> texts) {
        List<SkipRange> ranges = new ArrayList<>();
        for (var text : texts) {
            try {
                ranges.add(SkipRange.parse(text));
            } catch (RangeSyntaxException e) {
                // The resolver ignores it too.
            }
        }
        return ranges;
    }

    private RangeReach reach(int column, List<SkipRange> ranges) {
        long comparisons = ranges.stream()
                .mapToLong(range -> 1 + range.text().length() / CHARACTERS_PER_COMPARISON)
                .sum();
        int far = Math.max(column, columns.count() - 1 - column);
        int within = (int) Math.min(far, Math.max(1, effortPerRange / comparisons));
        BitSet found = new BitSet();
        Map<Integer, List<DrawnEntry>> bundles = new HashMap<>();
        for (int distance = 1; distance <= within; distance++) {
            for (int other : new int[] {column - distance, column + distance}) {
                if (other >= 0 && other < columns.count()) {
                    var contained = contained(columns.entry(other), ranges);
                    if (!contained.isEmpty()) {
                        found.set(other);
                        bundles.put(other, contained);
                    }
                }
            }
        }
        List<ColumnRun> runs = ColumnRun.of(found, other -> bundles.getOrDefault(other, List.of()));
        return new RangeReach(runs, runs.stream().mapToInt(ColumnRun::bundles).sum(), within == far);
    }

    private static List<DrawnEntry> contained(DrawnEntry entry, List<SkipRange> ranges) {
        return entry.outside()
                ? List.of()
                : entry.bundles().stream()
                        .filter(bundle -> bundle.version()
                                .filter(version -> ranges.stream().anyMatch(range -> range.contains(version.version())))
                                .isPresent())
                        .toList();
    }
}
