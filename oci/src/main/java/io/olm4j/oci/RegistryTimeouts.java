package io.olm4j.oci;

import java.time.Duration;

/**
 * Timeouts of requests to a registry.
 *
 * @param connect to accept a connection
 * @param silence between two pieces of an answer or a request
 * @param document to give a manifest, a configuration or any other short answer, all attempts together
 * @param blob to give or take a layer, all attempts together
 */
public record RegistryTimeouts(Duration connect, Duration silence, Duration document, Duration blob) {

    /** Patient enough for two gigabytes over a slow line. */
    public static final RegistryTimeouts DEFAULT = new RegistryTimeouts(
            Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofMinutes(2), Duration.ofHours(1));
}
