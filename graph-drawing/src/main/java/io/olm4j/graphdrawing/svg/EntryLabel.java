package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ChannelMarks;
import io.olm4j.graphdrawing.ColumnRun;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.DrawnEntry;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.PlainText;
import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands in the box of an entry.
 *
 * @param name cut to fit
 * @param version cut to fit, or why there is none
 * @param tags such as {@code head}
 * @param note its edges that share a line or have none; empty if every edge has a line of its own
 */
record EntryLabel(String name, String version, String tags, String note) {
    static final int MAX_CELLS = 32;
    private static final int VERSION_CELLS = 36;

    /** What is longer stands in the title of the box as a whole. */
    private static final int NOTE_CELLS = 60;

    static EntryLabel of(Columns columns, int column, Routes routes, boolean deprecated, ChannelMarks marks) {
        var entry = columns.entry(column);
        List<String> tags = new ArrayList<>();
        if (columns.isHead(column)) {
            tags.add("head");
        }
        if (deprecated) {
            tags.add("deprecated");
        }
        tags.addAll(marks.words(entry.firstName()));
        List<String> notes = new ArrayList<>();
        for (var kind : EdgeKind.values()) {
            var told = routes.told(kind, column);
            if (!told.isEmpty()) {
                boolean all =
                        kind != EdgeKind.SKIP_RANGE || routes.reach(column).complete();
                notes.add(kind.label() + " "
                        + told.stream().map(ColumnRun::counted).collect(Collectors.joining(", "))
                        + (all ? "" : " or more"));
            }
        }
        int outside = columns.skipsOutside(column);
        if (outside > 0) {
            notes.add("skips " + outside + " outside");
        }
        return new EntryLabel(
                PlainText.middleCut(entry.name(), MAX_CELLS),
                PlainText.middleCut(version(entry), VERSION_CELLS),
                String.join(", ", tags),
                PlainText.middleCut(String.join(", ", notes), NOTE_CELLS));
    }

    private static String version(DrawnEntry entry) {
        if (entry.outside()) {
            return "not in channel";
        }
        if (entry.isChain()) {
            return ColumnRun.text(entry.members()) + ", " + entry.members().size() + " bundles";
        }
        if (entry.bundle().isEmpty()) {
            return "no bundle";
        }
        return entry.version()
                .map(VersionRelease::text)
                .or(() -> Optional.of(entry.bundle().get().version()).filter(text -> !text.isEmpty()))
                .orElse("no version");
    }

    /** The width of the box's widest line, in cells of the name's font. */
    int cells() {
        int second = PlainText.cells(version) + (tags.isEmpty() ? 0 : 2 + tags.length());
        return Math.max(PlainText.cells(name), Math.max(second, PlainText.cells(note)));
    }
}
