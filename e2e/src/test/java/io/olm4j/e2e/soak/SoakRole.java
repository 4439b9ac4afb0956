package io.olm4j.e2e.soak;

/** A role of {@code olm run}; the soak runs each in a process of its own. */
enum SoakRole {
    OPERATOR_CONTROLLER("operator-controller"),
    CATALOGD("catalogd");

    private final String label;

    SoakRole(String label) {
        this.label = label;
    }

    /** Its name on the command line. */
    String label() {
        return label;
    }
}
