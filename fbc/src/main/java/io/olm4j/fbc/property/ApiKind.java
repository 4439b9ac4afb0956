package io.olm4j.fbc.property;

import java.util.Arrays;
import java.util.Objects;

/**
 * The identity of an API.
 *
 * @param group empty for the core group
 */
public record ApiKind(String group, String version, String kind) {
    /** Checks that nothing is null. */
    public ApiKind {
        Objects.requireNonNull(group);
        Objects.requireNonNull(version);
        Objects.requireNonNull(kind);
    }

    /**
     * Reads the form {@code group/version/Kind}, or {@code version/Kind} for the core group.
     *
     * @throws IllegalArgumentException if the text is not of that form
     */
    public static ApiKind parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length < 2 || parts.length > 3 || Arrays.stream(parts).anyMatch(String::isEmpty)) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not an API: write group/version/Kind, or version/Kind for the core group");
        }
        int last = parts.length - 1;
        return new ApiKind(last == 2 ? parts[0] : "", parts[last - 1], parts[last]);
    }

    /** The form that {@link #parse} reads. */
    public String path() {
        return apiVersion() + "/" + kind;
    }

    /** {@code group/version}, or only the version for the core group. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** For messages, such as {@code Widget (example.com/v1)}. */
    @Override
    public String toString() {
        return kind + " (" + apiVersion() + ")";
    }
}
