package io.olm4j.oci;

/**
 * Limits on an image and on requests to its registry.
 *
 * @param manifestBytes the bytes of a manifest or configuration
 * @param blobBytes compressed bytes of all layers together
 * @param unpackedBytes uncompressed bytes of all layers together, including content that is not kept
 * @param keptBytes bytes of the files that are kept, also of those that a later layer replaces
 * @param entries archive entries of all layers together
 * @param layers number of layers
 * @param timeouts the time that reading it may take
 */
public record ImageLimits(
        long manifestBytes,
        long blobBytes,
        long unpackedBytes,
        long keptBytes,
        int entries,
        int layers,
        RegistryTimeouts timeouts) {

    /** Many times the size of the largest catalogs in use. */
    public static final ImageLimits DEFAULT =
            new ImageLimits(4L << 20, 2L << 30, 8L << 30, 2L << 30, 250_000, 256, RegistryTimeouts.DEFAULT);

    /** The same limits, but for images that unpack to at most so many bytes and files. */
    public ImageLimits unpackingTo(long bytes, int files) {
        // Compressed content is never much larger than its uncompressed form.
        return new ImageLimits(
                manifestBytes,
                Math.min(blobBytes, bytes),
                Math.min(unpackedBytes, bytes),
                Math.min(keptBytes, bytes),
                Math.min(entries, files),
                layers,
                timeouts);
    }

    /** An exact number of bytes, as text for people. */
    public static String text(long bytes) {
        if (bytes > 0 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + " GiB";
        }
        return bytes > 0 && bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
