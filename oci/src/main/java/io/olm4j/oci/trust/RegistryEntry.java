package io.olm4j.oci.trust;

import io.olm4j.oci.ImageReference;
import java.nio.file.Path;
import java.util.List;

/**
 * One {@code [[registry]]} of {@code registries.conf}.
 *
 * @param file the file that contains it
 * @param prefix the images to which it applies: a registry, a part of its repositories, or {@code *.domain}
 * @param location replaces the prefix; empty if nothing is replaced
 * @param insecure whether TLS is not verified at the location
 * @param blocked whether pulls from the location are blocked
 * @param mirrors the sources to try before the location, in order
 */
record RegistryEntry(
        Path file, String prefix, String location, boolean insecure, boolean blocked, List<Mirror> mirrors) {

    /** The pulls for which a mirror is used. */
    enum Pulls {
        ALL,
        DIGEST_ONLY,
        TAG_ONLY;

        boolean include(ImageReference reference) {
            return switch (this) {
                case ALL -> true;
                case DIGEST_ONLY -> reference.digest().isPresent();
                case TAG_ONLY -> reference.digest().isEmpty();
            };
        }
    }

    /** One {@code [[registry.mirror]]}. */
    record Mirror(String location, boolean insecure, Pulls pulls) {}

    RegistryEntry {
        mirrors = List.copyOf(mirrors);
    }

    /** The identity of the location: entries with the same one must agree. */
    String place() {
        return location.isEmpty() ? prefix : location;
    }
}
