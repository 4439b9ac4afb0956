package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.EdgeKind;

/** Draws the path of every edge over the bands of a page. */
final class EdgePaths {
    /** How far behind a box an edge turns to another row. */
    private static final int TURN = 14;

    /** How far before a box an arrow's tip ends. */
    private static final int TIP = 1;

    /** How far before a box a line ends, under the arrow's head. */
    private static final int LINE_END = TIP + 5;

    private final Page page;
    private final Tracks tracks;

    EdgePaths(Page page, Tracks tracks) {
        this.page = page;
        this.tracks = tracks;
    }

    /** The path of an edge that runs in the row of the entry it leads to. */
    String link(Tracks.Link link) {
        int row = tracks.row(link.to());
        int band = page.band(link.from());
        int boxRight = page.left(link.from()) + page.boxWidth;
        var pen = new Pen().moveTo(boxRight, page.rowCentre(band, tracks.row(link.from())));
        if (row != tracks.row(link.from())) {
            pen.horizontalTo(boxRight + TURN).verticalTo(page.rowCentre(band, row));
        }
        for (; band < page.band(link.to()); band++) {
            pen.horizontalTo(page.bandRight()).moveTo(page.bandLeft(), page.rowCentre(band + 1, row));
        }
        return pen.horizontalTo(page.left(link.to()) - LINE_END).data();
    }

    /** The head of a link's arrow. */
    String tip(Tracks.Link link) {
        int y = page.rowCentre(page.band(link.to()), tracks.row(link.to()));
        return "M" + (page.left(link.to()) - TIP) + " " + y + "l-8 -4.5v9z";
    }

    /** The head of a bus's arrow. */
    String tip(Bus bus) {
        return "M" + page.port(bus.target(), Port.in(bus.kind())) + " " + side(bus, bus.target(), TIP)
                + (isBelow(bus) ? "l-4.5 8h9z" : "l-4.5 -8h9z");
    }

    /** The path of the line that leads from the farthest source of a bus to its target. */
    String trunk(Bus bus) {
        int source = bus.farthest();
        int band = page.band(source);
        int last = page.band(bus.target());
        var pen = new Pen()
                .moveTo(page.port(source, Port.out(bus.kind())), side(bus, source, 0))
                .verticalTo(lane(bus, band));
        while (band != last) {
            boolean forward = band < last;
            band += forward ? 1 : -1;
            pen.horizontalTo(forward ? page.bandRight() : page.bandLeft())
                    .moveTo(forward ? page.bandLeft() : page.bandRight(), lane(bus, band));
        }
        return pen.horizontalTo(page.port(bus.target(), Port.in(bus.kind())))
                .verticalTo(side(bus, bus.target(), LINE_END))
                .data();
    }

    /** The path from a source to the line of its bus. */
    String riser(Bus bus, int source) {
        return new Pen()
                .moveTo(page.port(source, Port.out(bus.kind())), side(bus, source, 0))
                .verticalTo(joint(bus, source))
                .data();
    }

    /** The height at which a source joins the line of its bus. */
    int joint(Bus bus, int source) {
        return lane(bus, page.band(source));
    }

    private int lane(Bus bus, int band) {
        return isBelow(bus) ? page.laneBelow(band, bus.lane()) : page.laneAbove(band, bus.lane());
    }

    /** The side of a column's box that the lines of a bus meet, or so far away from it. */
    private int side(Bus bus, int column, int distance) {
        int top = page.boxTop(column);
        return isBelow(bus) ? top + page.boxHeight + distance : top - distance;
    }

    private static boolean isBelow(Bus bus) {
        return bus.kind() == EdgeKind.SKIP_RANGE;
    }
}
