package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.Platform;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the image of an index: the best one that runs on the host, else one without a platform, as containers/image
 * does.
 *
 * <p>Otherwise it chooses linux/amd64 or the only image. Bundles and catalogs are data, often published for one
 * platform only, so another platform is not a problem.
 */
final class PlatformChoice {

    private PlatformChoice() {}

    static Descriptor choose(Manifest.Index index, Platform host) throws ContentException {
        List<Descriptor> images = index.manifests().stream()
                .filter(d -> d.platform().filter(Platform::isUnknown).isEmpty())
                .toList();
        return Stream.concat(host.runnable().stream().map(Optional::of), Stream.of(Optional.<Platform>empty()))
                .flatMap(wanted -> images.stream().filter(d -> d.platform().equals(wanted)))
                .findFirst()
                .or(() -> images.stream()
                        .filter(d -> d.platform().equals(Optional.of(Platform.LINUX_AMD64)))
                        .findFirst())
                .or(() -> images.size() == 1 ? Optional.of(images.getFirst()) : Optional.empty())
                .orElseThrow(() -> new ContentException("the index has no image for " + host + " (it has: "
                        + offered(images) + "); publish one, or use the digest of one of these"));
    }

    private static String offered(List<Descriptor> images) {
        return images.isEmpty()
                ? "none"
                : images.stream()
                        .flatMap(d -> d.platform().stream())
                        .map(Platform::toString)
                        .distinct()
                        .limit(20)
                        .collect(Collectors.joining(", "));
    }
}
