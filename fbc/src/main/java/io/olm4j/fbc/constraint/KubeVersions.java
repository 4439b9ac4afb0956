package io.olm4j.fbc.constraint;

import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.TolerantVersion;
import io.olm4j.versionranges.Version;
import java.util.Optional;

/**
 * Compares {@code minKubeVersion} with the version of a cluster. As in OLM Classic, suffixes that vendors append to the
 * cluster's version do not count.
 */
final class KubeVersions {
    private KubeVersions() {}

    /**
     * The reason why the cluster is too old; empty if it is not.
     *
     * @param cluster the version of the cluster; if it is empty (unknown), the cluster counts as new enough
     */
    static Optional<String> problem(String minimum, String cluster) {
        if (minimum.isBlank() || cluster.isEmpty()) {
            return Optional.empty();
        }
        Optional<Version> wanted = parse(minimum);
        Optional<Version> found = parse(cluster.split("[-+]", 2)[0]);
        if (wanted.isEmpty()) {
            return Optional.of("has the unreadable minKubeVersion " + Quoted.of(Excerpt.of(minimum)));
        }
        if (found.isEmpty()) {
            return Optional.of("requires Kubernetes " + wanted.get()
                    + ", but the version of the cluster is unreadable: " + Quoted.of(Excerpt.of(cluster)));
        }
        return wanted.get().compareTo(found.get()) > 0
                ? Optional.of("requires Kubernetes " + wanted.get() + " or newer, but the cluster is " + found.get())
                : Optional.empty();
    }

    private static Optional<Version> parse(String text) {
        try {
            return Optional.of(TolerantVersion.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
