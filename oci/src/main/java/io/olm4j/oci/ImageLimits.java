package io.olm4j.oci;

/**
 * What an image, and the registry that holds it, may cost at most.
 *
 * @param manifestBytes bytes of a manifest or configuration
 * @param blobBytes compressed bytes of all layers together
 * @param unpackedBytes uncompressed bytes of all layers together, also of what is not kept
 * @param entries archive entries of all layers together
 * @param layers number of layers
 * @param timeouts the time that reading it may take
 */
public record ImageLimits(
        long manifestBytes, long blobBytes, long unpackedBytes, int entries, int layers, RegistryTimeouts timeouts) {

    /** Room for the largest catalogs in use, many times over. */
    public static final ImageLimits DEFAULT =
            new ImageLimits(4L << 20, 2L << 30, 8L << 30, 250_000, 256, RegistryTimeouts.DEFAULT);
}
