package io.olm4j.dist;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which image to make.
 *
 * @param reference where it goes, {@code REGISTRY/REPOSITORY:TAG}
 * @param base it is built onto, pinned by digest: an image with glibc and a shell, for every platform
 * @param version of olm4j
 * @param revision the commit it is built from; empty if it is not known
 * @param source where the sources are, if that is known
 * @param created the time that the image and its files bear
 */
public record ImageSpec(
        String reference, String base, String version, String revision, Optional<String> source, Instant created) {

    /** Those of olm4j, its libraries and the Java runtime; not those of the base. */
    static final String LICENSES = "(CC0-1.0 OR BSD-2-Clause) AND (EPL-2.0 OR LGPL-2.1-only) AND Apache-2.0"
            + " AND BSD-2-Clause AND BSD-3-Clause AND BSL-1.0 AND "
            + RuntimeLinker.LICENSE + " AND MIT AND MPL-2.0";

    private static final String PREFIX = "org.opencontainers.image.";

    /** @throws DistException if the base is not pinned */
    public ImageSpec {
        if (!base.matches(".+@sha256:[0-9a-f]{64}")) {
            throw new DistException(
                    "the base of the image must be pinned: set -Ddist.image.base=REPOSITORY@sha256:DIGEST"
                            + " to an image with glibc and a shell for linux/amd64 and linux/arm64");
        }
    }

    /**
     * What the image says of itself.
     *
     * @see <a href="https://github.com/opencontainers/image-spec/blob/main/annotations.md">the names of the labels</a>
     */
    Map<String, String> labels() {
        var labels = new TreeMap<>(Map.of(
                PREFIX + "title",
                "olm4j",
                PREFIX + "description",
                "OLM v1 in Java: installs and upgrades Kubernetes operators from catalogs.",
                PREFIX + "version",
                version,
                PREFIX + "licenses",
                LICENSES,
                PREFIX + "created",
                created.toString()));
        if (!revision.isEmpty()) {
            labels.put(PREFIX + "revision", revision);
        }
        source.ifPresent(url -> labels.put(PREFIX + "source", url));
        return labels;
    }
}
