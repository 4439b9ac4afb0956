package io.olm4j.catalogd;

import io.olm4j.catalogd.template.ImageChoice;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the last success of each catalog and the number of failures since then. A restart clears it. */
final class CatalogMemory {

    /**
     * A success.
     *
     * @param term the term of leadership; another replica may have resolved the image anew between two terms
     * @param uid UID of the catalog; another catalog may have the same name since then
     * @param generation the catalog's generation that succeeded
     * @param choice the image that was unpacked
     * @param refresh the look-up that a user had requested last
     * @param outcome the result
     * @param nextPoll when the source is polled again; empty for no poll
     */
    record Success(
            long term,
            String uid,
            long generation,
            ImageChoice choice,
            Optional<String> refresh,
            UnpackOutcome.Serving outcome,
            Optional<Instant> nextPoll) {

        boolean isCurrent(
                long wantedTerm,
                String wantedUid,
                long wantedGeneration,
                ImageChoice wantedChoice,
                Optional<String> wantedRefresh,
                Instant now) {
            return term == wantedTerm
                    && uid.equals(wantedUid)
                    && generation == wantedGeneration
                    && choice.equals(wantedChoice)
                    && refresh.equals(wantedRefresh)
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

    /** Forgets the success, so that the next reconcile reads the source; returns the number of failures in a row. */
    int failed(String catalog) {
        successes.remove(catalog);
        return failures.merge(catalog, 1, Integer::sum);
    }

    /** Forgets the success, so that the next reconcile reads the source; the number of failures stays. */
    void forgetSuccess(String catalog) {
        successes.remove(catalog);
    }

    void forget(String catalog) {
        successes.remove(catalog);
        failures.remove(catalog);
    }
}
