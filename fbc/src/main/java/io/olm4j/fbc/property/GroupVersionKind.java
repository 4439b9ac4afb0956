package io.olm4j.fbc.property;

import java.util.Objects;

/**
 * The identity of an API.
 *
 * @param group empty for the core group
 */
public record GroupVersionKind(String group, String version, String kind) {
    /** Checks that nothing is null. */
    public GroupVersionKind {
        Objects.requireNonNull(group);
        Objects.requireNonNull(version);
        Objects.requireNonNull(kind);
    }

    /** For messages, such as {@code Widget (example.com/v1)}. */
    @Override
    public String toString() {
        return kind + " (" + (group.isEmpty() ? "" : group + "/") + version + ")";
    }
}
