package io.olm4j.process.apiserver;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import com.netflix.concurrency.limits.limit.window.PercentileSampleWindowFactory;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Limits the requests in flight by the latency of the API server, so that the API server stays usable for other
 * clients. The limit rises by one after each window in which half of the answers came within a target. It falls if they
 * took longer, or if the API server answered 429. Requests wait in the order of their arrival.
 *
 * <p>A request that takes long gives its place to the next one: it waits for a webhook, not for the API server, and
 * must not hold up others. A write that takes long says nothing about the API server, for the same reason. A watch
 * needs no place, because it never ends.
 *
 * <p>In a chain of interceptors it has to stand before those that judge a request at the moment at which it is sent.
 */
public final class RequestsInFlight implements Interceptor {

    /**
     * How much longer than the fastest answer half of the answers may take; the fastest answer shows the distance to
     * the API server. Beyond this target, more requests in flight only raise the latency, not the throughput.
     */
    private static final Duration TARGET = Duration.ofMillis(30);

    /** How long the fastest answer counts at least; the distance to the API server may grow. */
    private static final Duration REMEMBERED = Duration.ofMinutes(10);

    /** How long a request can keep its place. */
    private static final Duration LONGEST = Duration.ofMillis(500);

    private static final Duration WINDOW = Duration.ofMillis(200);

    /**
     * A window with fewer answers does not change the limit; of a window, at most {@link #MOST_ANSWERS} are evaluated.
     */
    private static final int FEWEST_ANSWERS = 10;

    private static final int MOST_ANSWERS = 100;

    private static final int LEAST = 4;
    private static final int FIRST = 8;
    private static final int MOST = 64;
    private static final double BACKOFF = 0.75;

    private static final int TOO_MANY_REQUESTS = 429;

    private final Places places = new Places(FIRST);
    private final AtomicInteger sent = new AtomicInteger();
    private final Fastest fastest;
    private final Duration longest;
    private final LongSupplier nanoTime;
    private final Limit limit;

    /** A limit for all clients that share it; they have to ask the same API server. */
    public RequestsInFlight() {
        this(TARGET, LONGEST, System::nanoTime);
    }

    /** @param nanoTime tells how long each answer takes; how long a request keeps its place does not depend on it */
    RequestsInFlight(Duration target, Duration longest, LongSupplier nanoTime) {
        this.longest = longest;
        this.nanoTime = nanoTime;
        this.fastest = new Fastest(REMEMBERED, nanoTime.getAsLong());
        this.limit = WindowedLimit.newBuilder()
                .minWindowTime(WINDOW.toMillis(), TimeUnit.MILLISECONDS)
                .maxWindowTime(WINDOW.toMillis(), TimeUnit.MILLISECONDS)
                .windowSize(FEWEST_ANSWERS)
                .minRttThreshold(0, TimeUnit.NANOSECONDS)
                .sampleWindowFactory(PercentileSampleWindowFactory.of(0.5, MOST_ANSWERS))
                .build(AIMDLimit.newBuilder()
                        .minLimit(LEAST)
                        .initialLimit(FIRST)
                        .maxLimit(MOST)
                        .backoffRatio(BACKOFF)
                        .timeout(target.toNanos(), TimeUnit.NANOSECONDS)
                        .build());
        limit.notifyOnChange(places::resize);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        if (WatchEvents.isWatch(chain.request())) {
            return chain.proceed(chain.request());
        }
        try {
            places.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while the request waited for others");
        }
        var place = new CompletableFuture<Void>();
        var _ = place.thenRun(places::release);
        try {
            var _ = place.completeOnTimeout(null, longest.toNanos(), TimeUnit.NANOSECONDS);
            return answer(chain);
        } finally {
            place.complete(null);
        }
    }

    private Response answer(Chain chain) throws IOException {
        int inFlight = sent.incrementAndGet();
        try {
            long start = nanoTime.getAsLong();
            Response response = chain.proceed(chain.request());
            long nanos = nanoTime.getAsLong() - start;
            long longer = nanos - fastest.with(nanos, start + nanos);
            boolean isRefused = response.code() == TOO_MANY_REQUESTS;
            if (isRefused || nanos < longest.toNanos() || isRead(chain.request())) {
                limit.onSample(start, longer, inFlight, isRefused);
            }
            return response;
        } finally {
            sent.decrementAndGet();
        }
    }

    private static boolean isRead(Request request) {
        return request.method().equals("GET");
    }

    /** The time of the fastest answer of the current and the previous period, in nanoseconds. */
    static final class Fastest {

        private final long period;
        private long begun;
        private long previous = Long.MAX_VALUE;
        private long current = Long.MAX_VALUE;

        Fastest(Duration period, long now) {
            this.period = period.toNanos();
            this.begun = now;
        }

        /** The fastest one, with an answer that took so long and came now. */
        synchronized long with(long nanos, long now) {
            if (now - begun > period) {
                begun = now;
                previous = current;
                current = Long.MAX_VALUE;
            }
            current = Math.min(current, nanos);
            return Math.min(current, previous);
        }
    }

    /** Places in the order of arrival, whose number can change. */
    private static final class Places extends Semaphore {

        private static final long serialVersionUID = 1;

        private int size;

        Places(int size) {
            super(size, true);
            this.size = size;
        }

        synchronized void resize(int newSize) {
            if (newSize > size) {
                release(newSize - size);
            } else {
                reducePermits(size - newSize);
            }
            size = newSize;
        }
    }
}
