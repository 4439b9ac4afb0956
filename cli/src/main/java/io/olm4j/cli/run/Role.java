package io.olm4j.cli.run;

/** What a process does for a cluster. */
enum Role {
    OPERATOR_CONTROLLER("operator-controller"),
    CATALOGD("catalogd");

    private final String text;

    Role(String text) {
        this.text = text;
    }

    /** As {@code --only} takes it. */
    @Override
    public String toString() {
        return text;
    }
}
