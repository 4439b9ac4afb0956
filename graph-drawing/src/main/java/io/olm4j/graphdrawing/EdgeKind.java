package io.olm4j.graphdrawing;

import java.util.Locale;

/** The three kinds of upgrade edges. */
enum EdgeKind {
    REPLACES("replaces"),
    SKIPS("skips"),
    SKIP_RANGE("skipRange");

    private final String label;

    EdgeKind(String label) {
        this.label = label;
    }

    /** The field of an entry that makes such an edge. */
    String label() {
        return label;
    }

    String cssClass() {
        return label.toLowerCase(Locale.ROOT);
    }
}
