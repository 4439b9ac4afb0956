package io.olm4j.catalogd;

import io.olm4j.catalogd.template.ImageChoice;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers for each catalog what was last achieved, and how often it has failed since. It forgets at a restart. */
final class CatalogMemory {

    /**
     * A success.
     *
     * @param uid of the catalog, which may since be another of the same name
     * @param generation what the success was for
     * @param choice the image it was for
     * @param outcome what it gave
     * @param nextPoll when the source is looked at again
     */
    record Success(
            String uid,
            long generation,
            ImageChoice choice,
            UnpackOutcome.Serving outcome,
            Optional<Instant> nextPoll) {

        boolean isCurrent(String wantedUid, long wantedGeneration, ImageChoice wantedChoice, Instant now) {
            return uid.equals(wantedUid)
                    && generation == wantedGeneration
                    && choice.equals(wantedChoice)
                    && nextPoll.map(now::isBefore).orElse(true);
        }

        Optional<Duration> untilPoll(Instant now) {
            return nextPoll.map(poll -> Duration.between(now, poll));
        }
    }

    private final Map<String, Success> successes = new ConcurrentHashMap<>();
    private final Map<String, Integer> failures = new ConcurrentHashMap<>();

    Optional<Success> lastSuccess(String catalog) {
        return Optional.ofNullable(successes.get(catalog));
    }

    void succeeded(String catalog, Success success) {
        failures.remove(catalog);
        successes.put(catalog, success);
    }

    /** Drops the success, so that the source is looked at next time; gives the number of failures in a row. */
    int failed(String catalog) {
        successes.remove(catalog);
        return failures.merge(catalog, 1, Integer::sum);
    }

    void forget(String catalog) {
        successes.remove(catalog);
        failures.remove(catalog);
    }
}
