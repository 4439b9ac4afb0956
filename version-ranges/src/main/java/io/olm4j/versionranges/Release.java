package io.olm4j.versionranges;

import java.util.ArrayList;
import java.util.List;

/**
 * The release of a bundle: which packaging of one version it is. Rules: behaviour of operator-registry's release, at
 * most 20 characters, identifiers as in a semver pre-release.
 *
 * @param identifiers empty for a release that is given but empty
 */
public record Release(List<String> identifiers) implements Comparable<Release> {
    private static final int MAX_LENGTH = 20;

    /**
     * Checks the identifiers.
     *
     * @throws VersionSyntaxException if they make no release
     */
    public Release {
        identifiers = List.copyOf(identifiers);
        check(identifiers);
    }

    /**
     * Reads a release.
     *
     * @param text such as {@code 2} or {@code rc.1}; may be empty
     * @return the release
     * @throws VersionSyntaxException if the text is not a release
     */
    public static Release parse(String text) {
        return new Release(text.isEmpty() ? List.of() : Identifiers.split(text));
    }

    private static void check(List<String> identifiers) {
        var text = String.join(".", identifiers);
        if (text.length() > MAX_LENGTH) {
            throw new VersionSyntaxException(
                    "invalid release " + Quoted.of(text) + ": exceeds maximum length of " + MAX_LENGTH + " characters",
                    MAX_LENGTH + 1);
        }
        var errors = new ArrayList<String>();
        for (int i = 0; i < identifiers.size(); i++) {
            try {
                VersionParser.checkPreRelease(List.of(identifiers.get(i)), 1);
            } catch (VersionSyntaxException e) {
                errors.add("segment " + i + ": " + e.getMessage());
            }
        }
        if (!errors.isEmpty()) {
            throw new VersionSyntaxException(
                    "invalid release " + Quoted.of(text) + ": " + String.join("\n", errors), 1);
        }
    }

    /** Identifier by identifier, numbers by value and before words; the empty release comes first. */
    @Override
    public int compareTo(Release other) {
        return Identifiers.compare(identifiers, other.identifiers);
    }

    /** The text that {@link #parse} reads back. */
    @Override
    public String toString() {
        return String.join(".", identifiers);
    }
}
