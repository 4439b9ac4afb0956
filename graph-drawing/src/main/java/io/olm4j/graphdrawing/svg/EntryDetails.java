package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ColumnRun;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.DrawnEntry;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.PlainText;
import io.olm4j.graphdrawing.RangeReach;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says all about an entry and its edges in lines of words, for whoever points at it. */
final class EntryDetails {
    private static final int LONGEST_MESSAGE = 1000;
    private static final int MOST_NAMES = 30;

    private EntryDetails() {}

    static List<String> of(Columns columns, int column, Routes routes, Optional<String> deprecation) {
        var entry = columns.entry(column);
        List<String> lines = new ArrayList<>();
        lines.add(
                entry.isChain()
                        ? PlainText.name(entry.name()) + ", " + entry.members().size() + " bundles"
                        : PlainText.name(entry.name())
                                + entry.version()
                                        .map(version -> ", version " + PlainText.name(version.text()))
                                        .orElse(""));
        if (entry.isChain()) {
            lines.add("Each replaces the one before: "
                    + entry.members().stream().map(DrawnEntry::name).collect(Collectors.joining(", ")));
        }
        if (entry.outside()) {
            lines.add("Not in this channel, but replaced by one of its entries.");
        }
        if (entry.bundle().isEmpty()) {
            lines.add("The package has no such bundle.");
        }
        if (columns.isHead(column)) {
            lines.add("Head: nothing in the channel replaces or skips it.");
        }
        deprecation.ifPresent(message -> lines.add("Deprecated: " + PlainText.shortened(message, LONGEST_MESSAGE)));
        edges(lines, EdgeKind.REPLACES, entry.replaces());
        edges(lines, EdgeKind.SKIPS, entry.skips());
        entry.skipRanges()
                .forEach(range -> lines.add("skipRange " + PlainText.name(range) + contained(routes.reach(column))));
        if (columns.skipsOutside(column) > 0) {
            lines.add("Names it skips that are not in this channel: " + columns.skipsOutside(column));
        }
        for (var kind : EdgeKind.values()) {
            var told = routes.told(kind, column);
            if (!told.isEmpty()) {
                lines.add(kind.label() + " from "
                        + told.stream().map(ColumnRun::counted).collect(Collectors.joining(", ")));
            }
        }
        return lines;
    }

    private static void edges(List<String> lines, EdgeKind kind, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        var more = names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "";
        lines.add(kind.label() + " "
                + names.stream().limit(MOST_NAMES).map(PlainText::name).collect(Collectors.joining(", "))
                + more);
    }

    private static String contained(RangeReach reach) {
        return " (contains " + (reach.complete() ? "" : "at least ") + reach.count() + " of the other entries)";
    }
}
