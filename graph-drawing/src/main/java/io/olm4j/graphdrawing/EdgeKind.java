package io.olm4j.graphdrawing;

import java.util.Locale;

/** The three kinds of upgrade edges. */
public enum EdgeKind {
    REPLACES("replaces"),
    SKIPS("skips"),
    SKIP_RANGE("skipRange");

    private final String label;

    EdgeKind(String label) {
        this.label = label;
    }

    /** The field of an entry that makes such an edge. */
    public String label() {
        return label;
    }

    public String cssClass() {
        return label.toLowerCase(Locale.ROOT);
    }
}
