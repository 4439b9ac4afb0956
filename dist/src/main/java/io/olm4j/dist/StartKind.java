package io.olm4j.dist;

/** What a start cache is for: what the one loads is little of what the other does. */
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
