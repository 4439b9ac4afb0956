package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.ColumnRun;
import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.PlainText;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the lines and arrows of the edges. */
final class EdgeShapes {
    private static final int MOST_NAMES = 12;

    private final Columns columns;
    private final Routes routes;
    private final EdgePaths paths;
    private final Page page;

    EdgeShapes(Columns columns, Routes routes, Page page) {
        this.columns = columns;
        this.routes = routes;
        this.paths = new EdgePaths(page, routes.tracks());
        this.page = page;
    }

    void draw(StringBuilder out) {
        routes.below().forEach(bus -> draw(out, bus));
        routes.above().forEach(bus -> draw(out, bus));
        routes.tracks().links().forEach(link -> draw(out, link));
    }

    private void draw(StringBuilder out, Tracks.Link link) {
        begin(out, EdgeKind.REPLACES, link.to(), name(link.from()));
        path(out, "edge", EdgeKind.REPLACES, paths.link(link));
        path(out, "tip", EdgeKind.REPLACES, paths.tip(link));
        out.append("</g>\n");
    }

    private void draw(StringBuilder out, Bus bus) {
        var kind = bus.kind();
        var names = sources(bus);
        var more = names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "";
        begin(out, kind, bus.target(), names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")) + more);
        path(out, "edge", kind, paths.trunk(bus));
        for (int source : bus.sources()) {
            if (source != bus.farthest()) {
                path(out, "edge", kind, paths.riser(bus, source));
                out.append("<circle class=\"joint ").append(kind.cssClass());
                out.append("\" cx=\"").append(page.port(source, Port.out(kind)));
                out.append("\" cy=\"").append(paths.joint(bus, source)).append("\" r=\"2.6\"/>");
            }
        }
        path(out, "tip", kind, paths.tip(bus));
        out.append("</g>\n");
    }

    /** The names of the sources; of neighbours that share a line the versions. */
    private List<String> sources(Bus bus) {
        var told = routes.told(bus.kind(), bus.target());
        return bus.sources().stream()
                .map(source -> told.stream()
                        .filter(run -> run.first() <= source && source <= run.last())
                        .findFirst()
                        .map(ColumnRun::counted)
                        .orElseGet(() -> name(source)))
                .distinct()
                .toList();
    }

    private void begin(StringBuilder out, EdgeKind kind, int target, String sources) {
        out.append("<g><title>").append(PlainText.xml(name(target) + " " + kind.label() + " " + sources));
        out.append("</title>");
    }

    private static void path(StringBuilder out, String shape, EdgeKind kind, String data) {
        out.append("<path class=\"").append(shape).append(' ').append(kind.cssClass());
        out.append("\" d=\"").append(data).append("\"/>");
    }

    private String name(int column) {
        return PlainText.shortened(columns.entry(column).name(), 80);
    }
}
