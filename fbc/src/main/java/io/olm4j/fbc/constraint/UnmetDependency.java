package io.olm4j.fbc.constraint;

import java.util.List;

/**
 * A dependency of a bundle that the cluster does not meet.
 *
 * @param text the problem, one clause such as {@code requires package "foo" in range >=1.0.0, but foo 0.9.0 is
 *     installed}
 * @param missing the APIs and packages that it requires and the cluster does not have; those under a {@code not} are
 *     left out
 */
public record UnmetDependency(String text, List<Missing> missing) {
    /** Copies the list. */
    public UnmetDependency {
        missing = List.copyOf(missing);
    }
}
