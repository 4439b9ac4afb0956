package io.olm4j.controller.deletion;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The time at which a deletion is first reported in a status. Most deletions end before it, and each status that is
 * written has its price: other reconciles, and requests that wait behind it.
 */
public final class FirstReport {

    private static final Duration AFTER = Duration.ofSeconds(2);

    private FirstReport() {}

    /**
     * How long the first report of a deletion must wait; empty if it is due. A deletion that begins in the future shows
     * that the clocks of the API server and of this process differ: it is reported at once.
     *
     * @param object an object that is being deleted; the API server cuts the time to whole seconds, so that the report
     *     can come a second early
     */
    public static Optional<Duration> wait(HasMetadata object, Instant now) {
        Duration lasts = Duration.between(Instant.parse(object.getMetadata().getDeletionTimestamp()), now);
        return lasts.isNegative()
                ? Optional.empty()
                : Optional.of(AFTER.minus(lasts)).filter(Duration::isPositive);
    }
}
