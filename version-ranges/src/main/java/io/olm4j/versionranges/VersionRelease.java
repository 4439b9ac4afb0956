package io.olm4j.versionranges;

import java.util.List;
import java.util.Optional;

/**
 * The version of a bundle with its release, in the order in which upgrades go: by version, then by release.
 *
 * @param version the version; it has build metadata only if that is not the release
 * @param release empty if the bundle has none
 */
public record VersionRelease(Version version, Optional<Release> release) implements Comparable<VersionRelease> {
    private static final Release NONE = new Release(List.of());

    /**
     * Reads the version of a registry+v1 bundle, whose build metadata is its release if it can be one; otherwise it
     * stays build metadata.
     *
     * @param text such as {@code 1.2.3+2}
     * @return the version, and the release where there is one
     * @throws VersionSyntaxException if the text is not a version
     */
    public static VersionRelease ofRegistryV1(String text) {
        var version = Version.parse(text);
        if (version.build().isEmpty()) {
            return new VersionRelease(version, Optional.empty());
        }
        try {
            return new VersionRelease(version.withoutBuild(), Optional.of(new Release(version.build())));
        } catch (VersionSyntaxException e) {
            return new VersionRelease(version, Optional.empty());
        }
    }

    /**
     * Reads a version whose release is stated beside it; build metadata stays what it is.
     *
     * @param version such as {@code 1.2.3+git.5}
     * @param release such as {@code 2}; may be empty
     * @return both
     * @throws VersionSyntaxException if either cannot be read
     */
    public static VersionRelease of(String version, String release) {
        return new VersionRelease(Version.parse(version), Optional.of(Release.parse(release)));
    }

    /**
     * The one text that users see: the release in the place of the build metadata.
     *
     * @return such as {@code 1.2.3+2}
     */
    public String text() {
        return release.filter(r -> !r.identifiers().isEmpty())
                .map(r -> version.withoutBuild() + "+" + r)
                .orElseGet(version::toString);
    }

    /** By version (build metadata ignored), then by release; no release counts as an empty one. */
    @Override
    public int compareTo(VersionRelease other) {
        int byVersion = version.compareTo(other.version);
        return byVersion != 0 ? byVersion : release.orElse(NONE).compareTo(other.release.orElse(NONE));
    }
}
