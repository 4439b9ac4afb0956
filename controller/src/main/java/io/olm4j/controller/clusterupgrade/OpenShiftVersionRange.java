package io.olm4j.controller.clusterupgrade;

import java.util.Optional;

/**
 * The versions of OpenShift that a bundle is published for: the annotation {@code com.redhat.openshift.versions} of its
 * metadata. {@code v4.12} means that version and later ones, {@code =v4.12} only that version, {@code v4.12-v4.15} a
 * range with both ends, and {@code v4.5,v4.6} the first one and later ones.
 *
 * @param last the last version; empty if the range has no end
 */
public record OpenShiftVersionRange(OpenShiftVersion first, Optional<OpenShiftVersion> last) {

    /** The annotation. */
    public static final String ANNOTATION = "com.redhat.openshift.versions";

    /**
     * Reads a range.
     *
     * @return empty if the text is not a range
     */
    public static Optional<OpenShiftVersionRange> parse(String text) {
        String range = text.trim();
        if (range.startsWith("=")) {
            return OpenShiftVersion.ofLimit(range.substring(1))
                    .map(only -> new OpenShiftVersionRange(only, Optional.of(only)));
        }
        int dash = range.indexOf('-');
        if (dash >= 0) {
            return OpenShiftVersion.ofLimit(range.substring(0, dash))
                    .flatMap(first -> OpenShiftVersion.ofLimit(range.substring(dash + 1))
                            .map(last -> new OpenShiftVersionRange(first, Optional.of(last))));
        }
        int comma = range.indexOf(',');
        return OpenShiftVersion.ofLimit(comma < 0 ? range : range.substring(0, comma))
                .map(first -> new OpenShiftVersionRange(first, Optional.empty()));
    }

    /** Whether a version is in the range. */
    public boolean contains(OpenShiftVersion version) {
        return first.compareTo(version) <= 0
                && last.filter(limit -> limit.compareTo(version) < 0).isEmpty();
    }
}
