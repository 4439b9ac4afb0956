package io.olm4j.oci;

/**
 * Limits on an image and on requests to its registry.
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

    /** The same limits, but for images that unpack to no more than this. */
    public ImageLimits unpackingTo(long bytes, int files) {
        // What is compressed is no larger than what it unpacks to, by more than a little.
        return new ImageLimits(
                manifestBytes,
                Math.min(blobBytes, bytes),
                Math.min(unpackedBytes, bytes),
                Math.min(entries, files),
                layers,
                timeouts);
    }

    /** A number of bytes for people to read, exactly. */
    public static String text(long bytes) {
        if (bytes > 0 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + " GiB";
        }
        return bytes > 0 && bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB" : bytes + " bytes";
    }
}
