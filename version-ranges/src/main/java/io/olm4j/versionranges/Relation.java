package io.olm4j.versionranges;

/** How a version stands to a limit. */
enum Relation {
    EQUAL("="),
    NOT_EQUAL("≠"),
    ABOVE(">"),
    AT_LEAST("≥"),
    BELOW("<"),
    AT_MOST("≤");

    private final String symbol;

    Relation(String symbol) {
        this.symbol = symbol;
    }

    String symbol() {
        return symbol;
    }

    /** Whether the relation holds, given the sign of "version compared to limit". */
    boolean holds(int order) {
        return switch (this) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case ABOVE -> order > 0;
            case AT_LEAST -> order >= 0;
            case BELOW -> order < 0;
            case AT_MOST -> order <= 0;
        };
    }
}
