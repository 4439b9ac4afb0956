package io.olm4j.oci;

import java.time.Duration;

/**
 * Timeouts of requests to a registry.
 *
 * @param connect until a connection is accepted
 * @param silence between two parts of an answer or a request
 * @param document for a manifest, a configuration or any other short answer, all attempts together
 * @param blob for the download or upload of a layer, all attempts together
 */
public record RegistryTimeouts(Duration connect, Duration silence, Duration document, Duration blob) {

    /** Sufficient for two gigabytes over a slow connection. */
    public static final RegistryTimeouts DEFAULT = new RegistryTimeouts(
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(1));
}
