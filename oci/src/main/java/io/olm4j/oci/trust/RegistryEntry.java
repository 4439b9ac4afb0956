package io.olm4j.oci.trust;

import io.olm4j.oci.ImageReference;
import java.nio.file.Path;
import java.util.List;

/**
 * One {@code [[registry]]} of {@code registries.conf}.
 *
 * @param file the file it is in
 * @param prefix what it applies to: a registry, a part of its repositories, or {@code *.domain}
 * @param location what the prefix is replaced by; empty if nothing is replaced
 * @param insecure whether TLS is not verified at the location
 * @param blocked whether nothing may be pulled from there
 * @param mirrors places to try before the location, in order
 */
record RegistryEntry(
        Path file, String prefix, String location, boolean insecure, boolean blocked, List<Mirror> mirrors) {

    /** Which pulls a mirror is for. */
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

    /** What the location is known by: entries that share it must agree. */
    String place() {
        return location.isEmpty() ? prefix : location;
    }
}
