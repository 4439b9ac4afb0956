package io.olm4j.graphdrawing;

import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the edges that lead to an entry in the words of their fields; bundles are named by their versions. */
final class EdgeWords {
    private static final String OUTSIDE = " (not in the channel)";

    private final Columns columns;
    private final boolean all;

    /** How many entries have a version, because only a version of one entry names it. */
    private final Map<String, Long> versions;

    /** @param all whether neighbouring bundles that one bundle skips are named one by one */
    EdgeWords(Columns columns, boolean all) {
        this.columns = columns;
        this.all = all;
        this.versions = IntStream.range(0, columns.count())
                .mapToObj(columns::entry)
                .flatMap(entry -> entry.version().map(VersionRelease::text).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    /** The edges to an entry; empty if there are none. */
    String of(int column) {
        var entry = columns.entry(column);
        List<String> words = new ArrayList<>();
        entry.replaces().forEach(old -> words.add(EdgeKind.REPLACES.label() + " " + named(old)));
        if (!entry.skips().isEmpty()) {
            words.add(EdgeKind.SKIPS.label() + " " + String.join(", ", skipped(entry.skips())));
        }
        entry.skipRanges().forEach(range -> words.add(EdgeKind.SKIP_RANGE.label() + " " + PlainText.name(range)));
        return String.join("; ", words);
    }

    private List<String> skipped(List<String> names) {
        if (all) {
            return names.stream().map(this::named).toList();
        }
        BitSet here = new BitSet();
        List<String> outside = new ArrayList<>();
        names.forEach(name -> inChannel(name).ifPresentOrElse(here::set, () -> outside.add(name)));
        List<String> words = new ArrayList<>();
        for (var run : ColumnRun.of(here, column -> List.of(columns.entry(column)))) {
            if (run.isLong()) {
                words.add(run.counted());
            } else {
                run.columns()
                        .forEach(column -> words.add(named(columns.entry(column).name())));
            }
        }
        if (outside.size() <= ColumnRun.FEW) {
            outside.forEach(name -> words.add(named(name)));
        } else {
            words.add(outside.size() + " names" + OUTSIDE);
        }
        return words;
    }

    private String named(String name) {
        String text = columns.column(name)
                .flatMap(column -> columns.entry(column).version())
                .map(VersionRelease::text)
                .filter(version -> versions.getOrDefault(version, 0L) == 1)
                .orElseGet(() -> PlainText.name(name));
        return inChannel(name).isPresent() ? text : text + OUTSIDE;
    }

    private Optional<Integer> inChannel(String name) {
        return columns.column(name).filter(column -> !columns.entry(column).outside());
    }
}
