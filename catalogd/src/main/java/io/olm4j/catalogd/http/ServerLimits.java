package io.olm4j.catalogd.http;

import java.time.Duration;

/**
 * What a server bears from its clients.
 *
 * @param request how long a request may take to arrive
 * @param idle how long a connection may be silent, and a client may take none of what it asked for
 * @param grace how long answers that are on their way may take when the server stops
 * @param connections how many there may be at a time
 */
record ServerLimits(Duration request, Duration idle, Duration grace, int connections) {

    static final ServerLimits DEFAULT =
            new ServerLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(30), 2000);
}
