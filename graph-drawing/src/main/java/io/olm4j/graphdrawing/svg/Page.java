package io.olm4j.graphdrawing.svg;

import java.util.List;

/**
 * Where everything lies, in pixels. The columns run from left to right in bands below each other, as lines of a text
 * do; a line that leaves a band on the right comes back on the left of the next one.
 */
final class Page {
    static final int MARGIN = 24;
    /** Room beside the first and the last column of a band for lines that come from or go to another one. */
    static final int LEAD = 34;

    private static final int GAP = 46;
    private static final int BAND_WIDTH = 1560;
    private static final int LANE_PITCH = 9;
    private static final int LANE_CLEARANCE = 18;
    private static final int ROW_GAP = 26;
    private static final int BAND_GAP = 30;

    final int boxWidth;
    final int boxHeight;
    private final int perBand;
    private final Tracks tracks;
    private final long[] lanesAbove;
    private final long[] lanesBelow;
    private final int[] rows;
    private final int[] top;
    private int bottom;

    Page(int columns, int boxWidth, int boxHeight, Routes routes) {
        this.boxWidth = boxWidth;
        this.boxHeight = boxHeight;
        this.tracks = routes.tracks();
        int fitting = Math.max(1, BAND_WIDTH / (boxWidth + GAP));
        int bands = Math.max(1, (columns + fitting - 1) / fitting);
        this.perBand = Math.max(1, (columns + bands - 1) / bands);
        this.lanesAbove = new long[bands];
        this.lanesBelow = new long[bands];
        this.rows = new int[bands];
        this.top = new int[bands];
        use(columns, routes);
        for (int band = 0; band < bands; band++) {
            this.top[band] = bottom;
            bottom = rowsTop(band)
                    + (rows[band] + 1) * (boxHeight + ROW_GAP)
                    - ROW_GAP
                    + room(lanesBelow[band])
                    + BAND_GAP;
        }
    }

    private void use(int columns, Routes routes) {
        for (int column = 0; column < columns; column++) {
            use(tracks.row(column), column, column);
        }
        routes.tracks().links().forEach(link -> use(tracks.row(link.to()), link.from(), link.to()));
        mark(lanesAbove, routes.above());
        mark(lanesBelow, routes.below());
    }

    private void use(int row, int from, int to) {
        for (int band = band(from); band <= band(to); band++) {
            rows[band] = Math.max(rows[band], row);
        }
    }

    private void mark(long[] lanes, List<Bus> buses) {
        for (var bus : buses) {
            int from = band(Math.min(bus.farthest(), bus.target()));
            int to = band(Math.max(bus.farthest(), bus.target()));
            for (int band = from; band <= to; band++) {
                lanes[band] |= 1L << bus.lane();
            }
        }
    }

    private static int room(long lanes) {
        return lanes == 0 ? 0 : LANE_CLEARANCE + Long.bitCount(lanes) * LANE_PITCH;
    }

    private int rowsTop(int band) {
        return top[band] + room(lanesAbove[band]);
    }

    int band(int column) {
        return column / perBand;
    }

    /** The left side of a column's box. */
    int left(int column) {
        return MARGIN + LEAD + column % perBand * (boxWidth + GAP);
    }

    int port(int column, Port port) {
        return left(column) + boxWidth * port.percent() / 100;
    }

    /** The upper side of a column's box. */
    int boxTop(int column) {
        return rowTop(band(column), tracks.row(column));
    }

    /** The height at which links into a row of a band run. */
    int rowCentre(int band, int row) {
        return rowTop(band, row) + boxHeight / 2;
    }

    private int rowTop(int band, int row) {
        return rowsTop(band) + row * (boxHeight + ROW_GAP);
    }

    int laneAbove(int band, int lane) {
        return rowsTop(band) - LANE_CLEARANCE - LANE_PITCH * rank(lanesAbove[band], lane);
    }

    int laneBelow(int band, int lane) {
        return rowTop(band, rows[band]) + boxHeight + LANE_CLEARANCE + LANE_PITCH * rank(lanesBelow[band], lane);
    }

    private static int rank(long used, int lane) {
        return Long.bitCount(used & ((1L << lane) - 1));
    }

    /** Where lines enter a band from the one before. */
    int bandLeft() {
        return MARGIN;
    }

    /** Where lines leave a band for the next one. */
    int bandRight() {
        return MARGIN + 2 * LEAD + perBand * (boxWidth + GAP) - GAP;
    }

    int width() {
        return bandRight() + MARGIN;
    }

    /** Where the last band ends. */
    int bottom() {
        return bottom;
    }
}
