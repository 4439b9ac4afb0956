package io.olm4j.versionranges;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A semantic version (semver 2.0.0) whose numbers have 64 bits and no sign.
 *
 * <p>The order is semver precedence and ignores build metadata, equality does not: {@code 1.0.0+1} and {@code 1.0.0+2}
 * compare as 0 and are not equal.
 */
public final class Version implements Comparable<Version> {
    /** No version comes before it. */
    static final Version LOWEST = lowest(0, 0, 0);

    private final long major;
    private final long minor;
    private final long patch;
    private final List<String> preRelease;
    private final List<String> build;

    /** For the parsers of this package, which have checked the parts. */
    Version(long major, long minor, long patch, List<String> preRelease, List<String> build) {
        this.major = major;
        this.minor = minor;
        this.patch = patch;
        this.preRelease = List.copyOf(preRelease);
        this.build = List.copyOf(build);
    }

    /**
     * Reads a version, strictly: three numbers without leading zeros, no {@code v}, no blanks.
     *
     * @param text such as {@code 1.2.3-rc.1+build.5}
     * @return the version
     * @throws VersionSyntaxException if the text is not a version
     */
    public static Version parse(String text) {
        return new VersionParser(text).parse();
    }

    /**
     * The first number.
     *
     * @return 64 bits without a sign: use {@link Long#compareUnsigned} and {@link Long#toUnsignedString}
     */
    public long major() {
        return major;
    }

    /**
     * The second number.
     *
     * @return 64 bits without a sign
     */
    public long minor() {
        return minor;
    }

    /**
     * The third number.
     *
     * @return 64 bits without a sign
     */
    public long patch() {
        return patch;
    }

    /**
     * The identifiers after the {@code -}.
     *
     * @return empty for a release
     */
    public List<String> preRelease() {
        return preRelease;
    }

    /**
     * The identifiers after the {@code +}.
     *
     * @return empty if there is no build metadata
     */
    public List<String> build() {
        return build;
    }

    /**
     * Whether this version comes before a release.
     *
     * @return true if there are pre-release identifiers
     */
    public boolean isPreRelease() {
        return !preRelease.isEmpty();
    }

    /**
     * The same version without build metadata.
     *
     * @return this version if it has none
     */
    public Version withoutBuild() {
        return build.isEmpty() ? this : new Version(major, minor, patch, preRelease, List.of());
    }

    /** The release this is a pre-release of. */
    Version core() {
        return preRelease.isEmpty() && build.isEmpty() ? this : new Version(major, minor, patch, List.of(), List.of());
    }

    /** The lowest version of the next major; nothing if there is no next number. */
    Optional<Version> nextMajor() {
        return major == UnsignedNumber.MAX ? Optional.empty() : Optional.of(lowest(major + 1, 0, 0));
    }

    /** The lowest version after every version of this minor. */
    Optional<Version> nextMinor() {
        return minor == UnsignedNumber.MAX ? nextMajor() : Optional.of(lowest(major, minor + 1, 0));
    }

    /** The lowest version after every version of this patch. */
    Optional<Version> nextPatch() {
        return patch == UnsignedNumber.MAX ? nextMinor() : Optional.of(lowest(major, minor, patch + 1));
    }

    /** No version of these numbers comes before the pre-release 0. */
    private static Version lowest(long major, long minor, long patch) {
        return new Version(major, minor, patch, List.of("0"), List.of());
    }

    @Override
    public int compareTo(Version other) {
        int order = Long.compareUnsigned(major, other.major);
        if (order == 0) {
            order = Long.compareUnsigned(minor, other.minor);
        }
        if (order == 0) {
            order = Long.compareUnsigned(patch, other.patch);
        }
        return order != 0 ? order : comparePreRelease(this, other);
    }

    private static int comparePreRelease(Version left, Version right) {
        if (left.isPreRelease() && right.isPreRelease()) {
            return Identifiers.compare(left.preRelease, right.preRelease);
        }
        return Boolean.compare(right.isPreRelease(), left.isPreRelease());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Version that
                && major == that.major
                && minor == that.minor
                && patch == that.patch
                && preRelease.equals(that.preRelease)
                && build.equals(that.build);
    }

    @Override
    public int hashCode() {
        return Objects.hash(major, minor, patch, preRelease, build);
    }

    /** The text that {@link #parse} reads back. */
    @Override
    public String toString() {
        var text = new StringBuilder(Long.toUnsignedString(major))
                .append('.')
                .append(Long.toUnsignedString(minor))
                .append('.')
                .append(Long.toUnsignedString(patch));
        if (!preRelease.isEmpty()) {
            text.append('-').append(String.join(".", preRelease));
        }
        if (!build.isEmpty()) {
            text.append('+').append(String.join(".", build));
        }
        return text.toString();
    }
}
