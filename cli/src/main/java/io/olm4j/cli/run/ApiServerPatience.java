package io.olm4j.cli.run;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ApiFailures;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a request of the start until the API server grants it. A refusal, as of rights that an administrator has just
 * given, counts after a minute. An outage of the API server does not end the process: its restart would not help.
 */
final class ApiServerPatience {

    private static final Logger LOG = LoggerFactory.getLogger(ApiServerPatience.class);

    /** What was applied just now comes into effect a moment later. */
    static final Duration WITH_REFUSALS = Duration.ofSeconds(60);

    /**
     * As long as a running process waits: its credentials and the CA are read at the start and may be outdated. The
     * kubelet restarts a container at once that has run for so long.
     */
    static final Duration IN_OUTAGES = Duration.ofMinutes(10);

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int TOO_MANY_REQUESTS = 429;

    private final Predicate<Duration> pause;
    private final Consumer<String> waitsFor;
    private final LongSupplier nanoTime;

    /**
     * Waits by the clock of the machine.
     *
     * @param pause waits for so long; false if the process is to end
     * @param waitsFor receives what it waits for
     */
    ApiServerPatience(Predicate<Duration> pause, Consumer<String> waitsFor) {
        this(pause, waitsFor, System::nanoTime);
    }

    /** The same, with another clock. */
    ApiServerPatience(Predicate<Duration> pause, Consumer<String> waitsFor, LongSupplier nanoTime) {
        this.pause = pause;
        this.waitsFor = waitsFor;
        this.nanoTime = nanoTime;
    }

    /**
     * The result of a request.
     *
     * @param failure what is not possible while the request fails, as a clause
     * @throws OlmException if it does not succeed in time, or if the process is to end; it says why and what to do
     */
    <T> T await(String failure, Supplier<T> request) {
        boolean outage = false;
        long begun = nanoTime.getAsLong();
        long since = begun;
        String last = "";
        while (true) {
            try {
                T result = request.get();
                if (!last.isEmpty()) {
                    waitsFor.accept(Readiness.STARTING);
                }
                return result;
            } catch (KubernetesClientException e) {
                String problem = failure + ": " + ApiFailures.describe(e);
                waitsFor.accept(problem);
                if (!problem.equals(last)) {
                    LOG.warn("{}; it is tried again", problem);
                }
                if (last.isEmpty() || outage != isOutage(e)) {
                    since = nanoTime.getAsLong();
                    outage = isOutage(e);
                }
                last = problem;
                long now = nanoTime.getAsLong();
                boolean isRefused = !outage && now - since >= WITH_REFUSALS.toNanos();
                if (isRefused || now - begun >= IN_OUTAGES.toNanos() || !pause.test(PAUSE)) {
                    throw new OlmException(problem, e);
                }
            }
        }
    }

    /** Whether the API server gave no answer, or one that says nothing about the request. */
    private static boolean isOutage(KubernetesClientException e) {
        return e.getCode() <= 0
                || e.getCode() == TOO_MANY_REQUESTS
                || e.getCode() >= HttpURLConnection.HTTP_INTERNAL_ERROR;
    }
}
