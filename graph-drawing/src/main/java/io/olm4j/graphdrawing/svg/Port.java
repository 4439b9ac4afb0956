package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.EdgeKind;

/**
 * Where a line meets the upper or lower side of an entry's box; every kind has its own places, so that lines do not lie
 * on each other.
 *
 * @param percent of the box's width, from the left
 */
record Port(int percent) {
    /** Where lines end. */
    static Port in(EdgeKind kind) {
        return new Port(kind == EdgeKind.REPLACES ? 14 : 30);
    }

    /** Where lines begin. */
    static Port out(EdgeKind kind) {
        return new Port(kind == EdgeKind.REPLACES ? 86 : 70);
    }
}
