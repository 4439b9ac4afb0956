package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@link RequestsInFlight} with an HTTP server that counts what it has to answer at once. */
class RequestsInFlightTest {

    private static final Duration TARGET = Duration.ofMillis(30);
    private static final Duration WITHOUT_END = Duration.ofHours(1);

    /** How long the server works on a request. */
    private static final Duration WORK = Duration.ofMillis(5);

    private static final int FIRST = 8;
    private static final int LEAST = 4;
    private static final int SENDERS = 40;

    private final HttpServer api;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile int status = 200;
    private final RequestClock clock = new RequestClock();
    private volatile CountDownLatch together = new CountDownLatch(0);
    private volatile CountDownLatch hanging = new CountDownLatch(0);

    RequestsInFlightTest() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    }

    @BeforeEach
    void start() {
        api.setExecutor(threads);
        api.createContext("/working", exchange -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            pass(WORK);
            inFlight.decrementAndGet();
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        api.createContext("/together", exchange -> {
            together.countDown();
            await(together);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        api.createContext("/hanging", exchange -> {
            hanging.countDown();
            await(end);
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        api.start();
    }

    @AfterEach
    void stop() {
        end.countDown();
        threads.close();
        api.stop(0);
    }

    @Test
    void shouldSendMoreAtOnceWhileAnswersComeInTime() {
        OkHttpClient client = client(WITHOUT_END);

        assertThat(mostAtOnce(client)).isLessThan(2 * FIRST);
        sendUntil(client, atOnce -> atOnce >= 2 * FIRST);
    }

    @Test
    void shouldNotTakeTheDistanceOfTheServerForLoad() {
        clock.each = TARGET.multipliedBy(5);
        OkHttpClient client = client(WITHOUT_END);

        sendUntil(client, atOnce -> atOnce >= 2 * FIRST);
    }

    @Test
    void shouldForgetTheDistanceOfAServerThatHasMovedAway() {
        var fastest = new RequestsInFlight.Fastest(Duration.ofNanos(100), Long.MAX_VALUE); // The clock may overflow.

        assertThat(fastest.with(5, Long.MAX_VALUE + 50)).isEqualTo(5);
        assertThat(fastest.with(20, Long.MAX_VALUE + 101)).isEqualTo(5);
        assertThat(fastest.with(30, Long.MAX_VALUE + 201)).isEqualTo(5);
        assertThat(fastest.with(30, Long.MAX_VALUE + 202)).isEqualTo(20);
        assertThat(fastest.with(30, Long.MAX_VALUE + 303)).isEqualTo(30);
    }

    @Test
    void shouldSendFewerAtOnceWhenAnswersComeLate() {
        OkHttpClient client = client(WITHOUT_END);
        mostAtOnce(client);
        clock.each = TARGET.multipliedBy(5);

        sendUntil(client, atOnce -> atOnce <= LEAST);
    }

    @Test
    void shouldSendFewerAtOnceWhenServerHasTooMany() {
        status = 429;
        OkHttpClient client = client(WITHOUT_END);

        sendUntil(client, atOnce -> atOnce <= LEAST);
    }

    @Test
    void shouldNotSendFewerAtOnceWhenWritesWaitForWebhooks() throws Exception {
        Duration longest = Duration.ofMinutes(5);
        OkHttpClient client = client(longest);
        sendUntil(client, atOnce -> atOnce >= 2 * FIRST);
        clock.each = longest;

        for (int i = 0; i < 3; i++) {
            mostAtOnce(() -> write(client));
        }

        assertThatSoManyAreSentTogether(client, 2 * FIRST);
    }

    @Test
    void shouldNotHoldUpOthersByRequestsThatHang() {
        OkHttpClient client = client(Duration.ofMillis(20));
        hang(client, 3 * FIRST, "/hanging");

        assertThat(send(client, "/working")).isEqualTo(200);
    }

    @Test
    void shouldNotLimitWatches() {
        OkHttpClient client = client(WITHOUT_END);
        hang(client, 3 * FIRST, "/hanging?watch=true");

        assertThat(send(client, "/working")).isEqualTo(200);
    }

    private void sendUntil(OkHttpClient client, Predicate<Integer> wanted) {
        var _ = Awaitility.await().atMost(Patience.ENOUGH).until(() -> mostAtOnce(client), wanted);
    }

    /** How many requests the server had to answer at once, at most, of many that were sent together. */
    private int mostAtOnce(OkHttpClient client) {
        return mostAtOnce(() -> send(client, "/working"));
    }

    private int mostAtOnce(Runnable request) {
        most.set(0);
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, SENDERS).forEach(_ -> senders.execute(request));
        }
        return most.get();
    }

    /** The server answers none of them before it has so many. */
    private void assertThatSoManyAreSentTogether(OkHttpClient client, int requests) throws InterruptedException {
        together = new CountDownLatch(requests);
        try (ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor()) {
            IntStream.range(0, requests).forEach(_ -> senders.execute(() -> send(client, "/together")));
            boolean all = together.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
            long missing = together.getCount();
            LongStream.range(0, missing).forEach(_ -> together.countDown());
            assertThat(all).as("%d of %d are not sent", missing, requests).isTrue();
        }
    }

    /** Returns when the server has got so many requests that it does not answer. */
    private void hang(OkHttpClient client, int requests, String path) {
        hanging = new CountDownLatch(requests);
        IntStream.range(0, requests).forEach(_ -> threads.execute(() -> send(client, path)));
        await(hanging);
    }

    private OkHttpClient client(Duration longest) {
        return new OkHttpClient.Builder()
                .addInterceptor(new RequestsInFlight(TARGET, longest, clock))
                .readTimeout(Duration.ZERO)
                .build();
    }

    private int send(OkHttpClient client, String path) {
        return send(client, request(path).build());
    }

    private void write(OkHttpClient client) {
        var _ = send(client, request("/working").delete().build());
    }

    private Request.Builder request(String path) {
        return new Request.Builder().url("http://127.0.0.1:" + api.getAddress().getPort() + path);
    }

    private static int send(OkHttpClient client, Request request) {
        try (Response response = client.newCall(request).execute()) {
            return response.code();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A clock on which each answer takes the time that the test says, and the next request is sent some milliseconds
     * later, however busy the machine is. It is read before and after each request, on the same thread.
     */
    private static final class RequestClock implements LongSupplier {

        private static final Duration BETWEEN = Duration.ofMillis(10);

        private final AtomicLong latest = new AtomicLong();
        private final ThreadLocal<Optional<Long>> begun = ThreadLocal.withInitial(Optional::empty);
        private volatile Duration each = Duration.ofMillis(5);

        @Override
        public long getAsLong() {
            Optional<Long> start = begun.get();
            if (start.isPresent()) {
                begun.remove();
                return start.get() + each.toNanos();
            }
            long now = latest.addAndGet(BETWEEN.toNanos());
            begun.set(Optional.of(now));
            return now;
        }
    }

    private static void pass(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
