package io.olm4j.oci;

import java.time.Duration;

/**
 * Timeouts of requests to a registry.
 *
 * @param connect until a connection is accepted
 * @param silence between two parts of an answer or a request
 * @param document for a manifest, a configuration or any other short answer, all attempts together
 * @param blob for the upload of a layer or the download of all layers of an image, all attempts together
 */
public record RegistryTimeouts(Duration connect, Duration silence, Duration document, Duration blob) {

    /** Sufficient for two gigabytes over a slow connection. */
    public static final RegistryTimeouts DEFAULT = new RegistryTimeouts(
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(1));

    /** The slowest connection that a download may have, in bytes a second. */
    private static final long SLOWEST = 64 << 10;

    /**
     * The time for the download of the layers of an image, all attempts together. A registry that sends a small image
     * byte by byte does not take as long as a large image may.
     *
     * @param bytes the size of the layers together
     */
    public Duration layers(long bytes) {
        Duration needed = document.plusSeconds(bytes / SLOWEST);
        return needed.compareTo(blob) < 0 ? needed : blob;
    }
}
