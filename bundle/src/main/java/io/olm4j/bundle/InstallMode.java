package io.olm4j.bundle;

import java.util.Arrays;
import java.util.Optional;

/**
 * The kinds of namespace selection that an operator supports, in the alphabetical order in which messages list them.
 */
public enum InstallMode {
    ALL_NAMESPACES("AllNamespaces"),
    MULTI_NAMESPACE("MultiNamespace"),
    OWN_NAMESPACE("OwnNamespace"),
    SINGLE_NAMESPACE("SingleNamespace");

    private final String text;

    InstallMode(String text) {
        this.text = text;
    }

    public static Optional<InstallMode> of(String text) {
        return Arrays.stream(values()).filter(mode -> mode.text.equals(text)).findFirst();
    }

    /** The name in a ClusterServiceVersion. */
    @Override
    public String toString() {
        return text;
    }
}
