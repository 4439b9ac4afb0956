package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ChannelMarks;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.Deprecations;
import io.olm4j.graphdrawing.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the boxes of the entries. */
final class EntryShapes {
    private static final int PADDING = 12;
    private static final int CELL_WIDTH_TENTHS = 73;
    private static final int NARROWEST_BOX = 104;
    private static final int BOX_HEIGHT = 46;
    private static final int NOTE_HEIGHT = 15;

    private final Columns columns;
    private final Routes routes;
    private final Deprecations deprecations;
    private final ChannelMarks marks;
    private final List<EntryLabel> labels = new ArrayList<>();

    EntryShapes(Columns columns, Routes routes, Deprecations deprecations, ChannelMarks marks) {
        this.columns = columns;
        this.routes = routes;
        this.deprecations = deprecations;
        this.marks = marks;
        for (int i = 0; i < columns.count(); i++) {
            labels.add(EntryLabel.of(columns, i, routes, isDeprecated(i), marks));
        }
    }

    int boxWidth() {
        int cells = labels.stream().mapToInt(EntryLabel::cells).max().orElse(0);
        return Math.max(NARROWEST_BOX, 2 * PADDING + cells * CELL_WIDTH_TENTHS / 10);
    }

    int boxHeight() {
        boolean notes = labels.stream().anyMatch(label -> !label.note().isEmpty());
        return notes ? BOX_HEIGHT + NOTE_HEIGHT : BOX_HEIGHT;
    }

    boolean isDeprecated(int column) {
        return deprecations.ofBundle(columns.entry(column).firstName()).isPresent();
    }

    boolean isInstalled(int column) {
        return marks.isInstalled(columns.entry(column).firstName());
    }

    void draw(StringBuilder out, Page page) {
        for (int i = 0; i < columns.count(); i++) {
            draw(out, page, i);
        }
    }

    private void draw(StringBuilder out, Page page, int column) {
        var label = labels.get(column);
        int left = page.left(column);
        int top = page.boxTop(column);
        var message = deprecations.ofBundle(columns.entry(column).firstName());
        out.append("<g class=\"").append(String.join(" ", cssClasses(column))).append("\">");
        out.append("<title>").append(details(column, message)).append("</title>\n");
        out.append("<rect class=\"box\" x=\"").append(left).append("\" y=\"").append(top);
        out.append("\" width=\"").append(page.boxWidth).append("\" height=\"").append(page.boxHeight);
        out.append("\" rx=\"6\"/>");
        int textTop = label.note().isEmpty() ? top + (page.boxHeight - BOX_HEIGHT) / 2 : top;
        text(out, "name", left + PADDING, textTop + 19, label.name());
        text(out, "small", left + PADDING, textTop + 36, label.version());
        text(out, "tag", left + page.boxWidth - PADDING, textTop + 36, label.tags());
        text(out, "small", left + PADDING, textTop + 52, label.note());
        out.append("</g>\n");
    }

    private static void text(StringBuilder out, String cssClass, int x, int y, String text) {
        if (!text.isEmpty()) {
            out.append("<text class=\"")
                    .append(cssClass)
                    .append("\" x=\"")
                    .append(x)
                    .append("\" y=\"")
                    .append(y);
            out.append("\">").append(PlainText.xml(text)).append("</text>");
        }
    }

    private List<String> cssClasses(int column) {
        var entry = columns.entry(column);
        List<String> classes = new ArrayList<>(List.of("entry"));
        if (columns.isHead(column)) {
            classes.add("head");
        }
        if (isDeprecated(column)) {
            classes.add("deprecated");
        }
        if (entry.outside()) {
            classes.add("outside");
        } else if (entry.bundle().isEmpty()) {
            classes.add("missing");
        }
        if (!marks.cssClass(entry.firstName()).isEmpty()) {
            classes.add(marks.cssClass(entry.firstName()));
        }
        return classes;
    }

    private String details(int column, Optional<String> deprecation) {
        return EntryDetails.of(columns, column, routes, deprecation).stream()
                .map(PlainText::xml)
                .collect(Collectors.joining("\n"));
    }
}
