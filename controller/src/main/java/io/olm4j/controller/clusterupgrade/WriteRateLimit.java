package io.olm4j.controller.clusterupgrade;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Admits a number of writes within a minute. */
final class WriteRateLimit {

    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final int writes;
    private final Deque<Instant> last = new ArrayDeque<>();

    WriteRateLimit(int writes) {
        this.writes = writes;
    }

    /**
     * Requests a write.
     *
     * @return empty if the write is allowed now, otherwise the time to wait before the next request
     */
    Optional<Duration> pause(Instant now) {
        if (last.size() == writes) {
            Instant free = last.getFirst().plus(PERIOD);
            if (free.isAfter(now)) {
                return Optional.of(Duration.between(now, free));
            }
            last.removeFirst();
        }
        last.addLast(now);
        return Optional.empty();
    }
}
