package io.olm4j.controller.clusterupgrade;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A minor version of OpenShift. The versions 4.23 and 5.0 are the same release: they are equal in comparisons, and both
 * upgrade to 5.1 only.
 *
 * @param major not negative
 * @param minor not negative
 */
public record OpenShiftVersion(int major, int minor) implements Comparable<OpenShiftVersion> {

    /** Versions of OpenShift have no longer numbers. */
    private static final Pattern VERSION =
            Pattern.compile("v?(\\d{1,6})\\.(\\d{1,6})(\\.\\d{1,9})?(-[0-9A-Za-z.-]+)?" + "(\\+[0-9A-Za-z.-]+)?");

    private static final OpenShiftVersion LAST_4 = new OpenShiftVersion(4, 23);
    private static final OpenShiftVersion FIRST_5 = new OpenShiftVersion(5, 0);
    private static final Comparator<OpenShiftVersion> ORDER =
            Comparator.comparingInt(OpenShiftVersion::major).thenComparingInt(OpenShiftVersion::minor);

    /**
     * Reads the version of a cluster: major and minor count, patch, pre-release and build do not.
     *
     * @return empty if the text is not a version
     */
    public static Optional<OpenShiftVersion> ofCluster(String text) {
        return Optional.of(VERSION.matcher(text.trim()))
                .filter(Matcher::matches)
                .map(OpenShiftVersion::of);
    }

    /**
     * Reads a limit that a bundle states, like {@link #ofCluster}, but rejects a pre-release.
     *
     * @return empty if the text is not a limit
     */
    public static Optional<OpenShiftVersion> ofLimit(String text) {
        return Optional.of(VERSION.matcher(text.trim()))
                .filter(Matcher::matches)
                .filter(matcher -> matcher.group(4) == null)
                .map(OpenShiftVersion::of);
    }

    private static OpenShiftVersion of(Matcher matcher) {
        return new OpenShiftVersion(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
    }

    /** The minor version to which a cluster of this version is upgraded next. */
    public OpenShiftVersion next() {
        OpenShiftVersion release = release();
        return new OpenShiftVersion(release.major, release.minor + 1);
    }

    /**
     * Whether a bundle with this limit supports the version to which a cluster is upgraded. As in OLM Classic, 4.24
     * supports the upgrade of 4.22, although 4.23 is 5.0.
     *
     * @param next see {@link #next}
     */
    public boolean admits(OpenShiftVersion next) {
        return ORDER.compare(release(), next) >= 0;
    }

    @Override
    public int compareTo(OpenShiftVersion other) {
        return ORDER.compare(release(), other.release());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OpenShiftVersion version && compareTo(version) == 0;
    }

    @Override
    public int hashCode() {
        return 31 * release().major + release().minor;
    }

    private OpenShiftVersion release() {
        return major == LAST_4.major && minor == LAST_4.minor ? FIRST_5 : this;
    }

    /** The version as text for users; both names if there are two. */
    public String label() {
        return compareTo(FIRST_5) == 0 ? LAST_4 + " or " + FIRST_5 : toString();
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
