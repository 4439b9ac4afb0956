package io.olm4j.graphdrawing;

import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Neighbouring columns from which edges of one kind lead to the same entry.
 *
 * @param first the first column
 * @param last the last column; all between belong to the run
 * @param bundles how many bundles that are, which is more than the columns if one of them is a chain
 * @param text the lowest and the highest version, such as {@code 2.4.18–2.5.13}
 */
public record ColumnRun(int first, int last, int bundles, String text) {
    /** Fewer bundles are drawn one by one. */
    static final int FEW = 2;

    /**
     * The runs of some columns.
     *
     * @param within the bundles of a column that count
     */
    public static List<ColumnRun> of(BitSet columns, Function<Integer, List<DrawnEntry>> within) {
        List<ColumnRun> runs = new ArrayList<>();
        for (int first = columns.nextSetBit(0); first >= 0; ) {
            int end = columns.nextClearBit(first);
            runs.add(of(first, end - 1, within));
            first = columns.nextSetBit(end);
        }
        return runs;
    }

    private static ColumnRun of(int first, int last, Function<Integer, List<DrawnEntry>> within) {
        List<DrawnEntry> bundles = new ArrayList<>();
        for (int column = first; column <= last; column++) {
            bundles.addAll(within.apply(column));
        }
        return new ColumnRun(first, last, bundles.size(), text(bundles));
    }

    /** The versions of bundles as one text; their names if not all have a version. */
    public static String text(List<DrawnEntry> bundles) {
        List<VersionRelease> versions = bundles.stream()
                .map(DrawnEntry::version)
                .flatMap(Optional::stream)
                .sorted(Comparator.naturalOrder())
                .toList();
        boolean all = !bundles.isEmpty() && versions.size() == bundles.size();
        String lowest = all ? versions.getFirst().text() : bundles.getFirst().name();
        String highest = all ? versions.getLast().text() : bundles.getLast().name();
        return lowest.equals(highest) ? lowest : lowest + "–" + highest;
    }

    /** The same with the number of bundles, if they are several. */
    public String counted() {
        return bundles == 1 ? text : text + " (" + bundles + ")";
    }

    public List<Integer> columns() {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    /** Where its line begins and ends. */
    public List<Integer> ends() {
        return isOneColumn() ? List.of(first) : List.of(first, last);
    }

    public boolean isLong() {
        return bundles > FEW;
    }

    public boolean isOneColumn() {
        return first == last;
    }
}
