package io.olm4j.applier.engine;

import io.olm4j.applier.cluster.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The requests of one search through all kinds. The server of an aggregated API can be slow, silent or hostile, so the
 * search of a group of kinds has limits, and it sends no more requests to a group whose server has given no usable
 * answer.
 */
final class SearchRequests {

    static final Duration LONGEST = Duration.ofMinutes(2);
    static final int MAX_REQUESTS = 10_000;

    private final InstantSource time;
    private Instant end;
    private int sent;
    private Optional<String> problem = Optional.empty();

    SearchRequests(InstantSource time) {
        this.time = time;
        this.end = time.instant().plus(LONGEST);
    }

    /** Must be called before the first request about a group of kinds. */
    void startGroup() {
        problem = Optional.empty();
        end = time.instant().plus(LONGEST);
        sent = 0;
    }

    /**
     * Sends a request if that is still allowed.
     *
     * @throws ApiException if the API server refuses or does not answer, and if the request is not sent
     */
    <T> T send(Supplier<T> request) {
        if (problem.isPresent()) {
            throw ApiException.withoutAnswer(problem.get());
        }
        if (!time.instant().isBefore(end)) {
            throw ApiException.withoutAnswer("its group takes more than two minutes");
        }
        if (sent == MAX_REQUESTS) {
            throw ApiException.withoutAnswer("its group takes more than 10,000 requests");
        }
        sent++;
        try {
            return request.get();
        } catch (ApiException e) {
            if (e.code() == ApiException.NO_ANSWER) {
                problem = Optional.of(e.text());
            }
            throw e;
        }
    }

    /** The failure for an answer that no honest server gives; afterwards there are no more requests to its group. */
    ApiException unusable(String why) {
        problem = Optional.of(why);
        return ApiException.withoutAnswer(why);
    }
}
