package io.olm4j.oci;

import java.util.Optional;

/**
 * A pointer to content in a registry.
 *
 * @param mediaType the media type of the content
 * @param digest the hash of the content
 * @param size the size of the content, in bytes
 * @param platform the platform of the image, in an index
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/descriptor.md">OCI image spec, descriptors</a>
 */
public record Descriptor(String mediaType, Digest digest, long size, Optional<Platform> platform) {

    public Descriptor {
        if (size < 0) {
            throw new IllegalArgumentException("negative size of " + digest);
        }
    }
}
