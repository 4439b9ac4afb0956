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
     * How long the first report of a deletion must wait; empty if it is due. It is also due if the deletion begins in
     * the future, because the clocks of the API server and of this process differ then.
     *
     * @param object an object that is being deleted; the API server names the time in whole seconds
     */
    public static Optional<Duration> wait(HasMetadata object, Instant now) {
        Duration lasts = Duration.between(Instant.parse(object.getMetadata().getDeletionTimestamp()), now);
        return lasts.isNegative()
                ? Optional.empty()
                : Optional.of(AFTER.minus(lasts)).filter(Duration::isPositive);
    }
}
