package io.olm4j.oci;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Picks the image of an index: the host's platform, else linux/amd64, else the only image there is.
 *
 * <p>Bundles and catalogs are data, often published for one platform only, so that a mismatch is no obstacle.
 */
final class PlatformChoice {

    private PlatformChoice() {}

    static Descriptor choose(Manifest.Index index, Platform host) throws ContentException {
        List<Descriptor> images = index.manifests().stream()
                .filter(d -> d.platform().filter(Platform::isUnknown).isEmpty())
                .toList();
        Optional<Descriptor> chosen = forPlatform(images, host).or(() -> forPlatform(images, Platform.LINUX_AMD64));
        if (chosen.isPresent()) {
            return chosen.get();
        }
        if (images.size() == 1) {
            return images.getFirst();
        }
        String offered = images.stream()
                .map(d -> d.platform().map(Platform::toString).orElse("unspecified"))
                .collect(Collectors.joining(", "));
        throw new ContentException("the index has no image for " + host + " (it has: " + offered + ")");
    }

    private static Optional<Descriptor> forPlatform(List<Descriptor> images, Platform wanted) {
        return images.stream()
                .filter(d -> d.platform().filter(wanted::equals).isPresent())
                .findFirst();
    }
}
