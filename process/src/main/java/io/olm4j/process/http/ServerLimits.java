package io.olm4j.process.http;

import java.time.Duration;

/**
 * The limits that a server sets for its clients.
 *
 * @param request how long a request may take to arrive
 * @param idle how long a connection may be silent, or a client may leave its answer unread
 * @param grace how long running answers may still take when the server stops
 * @param connections how many connections may be open at a time; when they are, a client that has fewer than another
 *     one takes a place of that one
 * @param loops how many threads move bytes; 0 for twice the processors
 */
public record ServerLimits(Duration request, Duration idle, Duration grace, int connections, int loops) {

    /** For large answers to many clients. A process ends within 10 s; reconcilers may take half of that time. */
    public static final ServerLimits CONTENT =
            new ServerLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(4), 2000, 0);

    /** For short answers to probes and scrapes. */
    public static final ServerLimits MANAGEMENT =
            new ServerLimits(Duration.ofSeconds(5), Duration.ofSeconds(60), Duration.ofSeconds(1), 100, 1);
}
