package io.olm4j.dist;

/** The purpose of a start cache; commands and controllers load mostly different classes. */
enum StartKind {
    COMMANDS("commands"),
    CONTROLLERS("controllers");

    private final String label;

    StartKind(String label) {
        this.label = label;
    }

    /** As the launcher calls it. */
    String label() {
        return label;
    }
}
