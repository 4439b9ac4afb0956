package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ChannelMarks;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.Deprecations;
import io.olm4j.graphdrawing.DrawingView;
import io.olm4j.graphdrawing.DrawnEntry;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.Marks;
import io.olm4j.graphdrawing.PlainText;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Draws a channel: its entries from left to right in the order of upgrades, in several bands below each other if they
 * are many, and the edges between them.
 *
 * <p>Of more than 160 edges of a kind, or if a {@link DrawingView} does not show all, those from neighbouring entries
 * share a line, and the box of the entry they lead to names their versions. So does it for an edge that has no line,
 * because it would lead over more than 100 entries or there is no room.
 */
public final class SvgDrawing {
    private static final int NARROWEST = 660;
    private static final int SANS_WIDTH = 6;
    private static final int TITLE_WIDTH = 11;

    private final PackageGraph graph;
    private final Channel channel;
    private final ChannelMarks marks;
    private final Columns columns;
    private final Routes routes;
    private final Deprecations deprecations;
    private final EntryShapes entries;
    private final Page page;
    private final int width;

    private SvgDrawing(PackageGraph graph, Channel channel, DrawingView view) {
        this.graph = graph;
        this.channel = channel;
        this.marks = view.marks().in(channel);
        this.columns = Columns.of(graph, channel, view);
        this.routes = new Routes(columns, view.all());
        this.deprecations = new Deprecations(graph);
        this.entries = new EntryShapes(columns, routes, deprecations, marks);
        this.page = new Page(columns.count(), entries.boxWidth(), entries.boxHeight(), routes);
        this.width = Math.max(NARROWEST, page.width());
    }

    /**
     * Draws channels below each other.
     *
     * @param graph the package, for its bundles and what is deprecated
     * @param channels of the package, at least one, valid or not
     * @param view what to show of them
     * @return an SVG document that needs nothing else, the same for the same channels
     */
    public static String of(PackageGraph graph, List<Channel> channels, DrawingView view) {
        var drawings = channels.stream()
                .map(channel -> new SvgDrawing(graph, channel, view))
                .toList();
        return draw(graph, channels, drawings, view.marks());
    }

    private static String draw(PackageGraph graph, List<Channel> channels, List<SvgDrawing> drawings, Marks marks) {
        var body = new StringBuilder();
        int width = drawings.stream().mapToInt(drawing -> drawing.width).max().orElse(NARROWEST);
        int height = 0;
        for (var drawing : drawings) {
            height = drawing.draw(body, height, width);
        }
        var names = channels.stream().map(Channel::name).map(PlainText::name).collect(Collectors.joining(", "));
        var title = PlainText.xml(PlainText.name(graph.name()) + " · " + names);
        var summary = channels.size() == 1
                ? "Upgrade edges of a channel. " + drawings.getFirst().summary()
                : "Upgrade edges of " + channels.size() + " channels";
        var out = new StringBuilder(1 << 14);
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"olm-channel\" role=\"img\" aria-label=\"");
        out.append(title)
                .append("\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height);
        out.append("\" viewBox=\"0 0 ").append(width).append(' ').append(height).append("\">\n");
        out.append("<title>").append(title).append("</title>\n<desc>");
        out.append(PlainText.xml(
                summary + ". Upgrades lead from left to right, line by line; every entry's title names its edges."));
        out.append("</desc>\n").append(Style.ELEMENT).append(marks.isEmpty() ? "" : Style.MARKS);
        out.append("<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
        return out.append(body).append("</svg>\n").toString();
    }

    /**
     * Draws the channel below what is there.
     *
     * @param top where it begins
     * @param room the width of the page
     * @return where it ends
     */
    private int draw(StringBuilder out, int top, int room) {
        int headerBottom = drawHeader(out, top, room);
        out.append("<g transform=\"translate(0 ").append(headerBottom).append(")\">\n");
        new EdgeShapes(columns, routes, page).draw(out);
        entries.draw(out, page);
        out.append("</g>\n");
        return headerBottom + page.bottom();
    }

    private String summary() {
        return Summary.of(columns, routes, deprecations);
    }

    /** Title, summary, notices and legend; gives where they end. */
    private int drawHeader(StringBuilder out, int top, int pageWidth) {
        int room = pageWidth - 2 * Page.MARGIN;
        int y = top + 38;
        text(out, "sans title", y, PlainText.middleCut(graph.name() + " · " + channel.name(), room / TITLE_WIDTH));
        List<String> lines = new ArrayList<>(List.of(summary()));
        deprecations.ofPackage().ifPresent(message -> lines.add("The package is deprecated: " + message));
        deprecations.ofChannel(channel.name()).ifPresent(message -> lines.add("The channel is deprecated: " + message));
        for (var line : lines) {
            y += 20;
            text(out, "sans small", y, PlainText.shortened(line, room / SANS_WIDTH));
        }
        y += 12;
        return y + legend().draw(out, Page.MARGIN, y, pageWidth - Page.MARGIN) + 14;
    }

    private static void text(StringBuilder out, String cssClass, int y, String text) {
        out.append("<text class=\"")
                .append(cssClass)
                .append("\" x=\"")
                .append(Page.MARGIN)
                .append("\" y=\"");
        out.append(y).append("\">").append(PlainText.xml(text)).append("</text>\n");
    }

    private Legend legend() {
        var legend = new Legend();
        if (!routes.tracks().links().isEmpty()
                || routes.above().stream().anyMatch(bus -> bus.kind() == EdgeKind.REPLACES)) {
            legend.addEdge(EdgeKind.REPLACES, "is replaced by");
        }
        if (routes.above().stream().anyMatch(bus -> bus.kind() == EdgeKind.SKIPS)) {
            legend.addEdge(EdgeKind.SKIPS, "is skipped by");
        }
        if (!routes.below().isEmpty()) {
            legend.addEdge(EdgeKind.SKIP_RANGE, "is in the skipRange of");
        }
        var all = IntStream.range(0, columns.count()).boxed().toList();
        if (all.stream().anyMatch(columns::isHead)) {
            legend.addBox("head", "head of the channel");
        }
        if (all.stream().anyMatch(entries::isDeprecated)) {
            legend.addBox("deprecated", "deprecated");
        }
        if (all.stream()
                .map(columns::entry)
                .anyMatch(entry -> !entry.outside() && entry.bundle().isEmpty())) {
            legend.addBox("missing", "bundle is missing");
        }
        if (all.stream().map(columns::entry).anyMatch(DrawnEntry::outside)) {
            legend.addBox("outside", "not in the channel");
        }
        if (all.stream().anyMatch(entries::isInstalled)) {
            legend.addBox("installed", "installed");
        }
        if (marks.hasSteps()) {
            legend.addBox("step", "step on the way to " + marks.all().to().orElse(""));
        }
        if (!marks.next().isEmpty()) {
            legend.addBox("next", "can be installed next");
        }
        return legend;
    }
}
