package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link RequestsInFlight} with an HTTP server that counts what it has to answer at once. */
@Timeout(60)
class RequestsInFlightTest {

    private static final Duration ALWAYS_KEPT = Duration.ofHours(1);
    private static final Duration NEVER_KEPT = Duration.ofNanos(1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration WITHOUT_END = Duration.ofHours(1);
    private static final int FIRST = 8;
    private static final int LEAST = 4;
    private static final int SENDERS = 40;

    private final HttpServer api;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final CountDownLatch end = new CountDownLatch(1);
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private volatile int status = 200;
    private volatile Duration work = Duration.ofMillis(5);
    private volatile CountDownLatch hanging = new CountDownLatch(0);

    RequestsInFlightTest() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    }

    @BeforeEach
    void start() {
        api.setExecutor(threads);
        api.createContext("/working", exchange -> {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
            pass(work);
            inFlight.decrementAndGet();
            exchange.sendResponseHeaders(status, -1);
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
        OkHttpClient client = client(new RequestsInFlight(ALWAYS_KEPT, WITHOUT_END));

        assertThat(mostAtOnce(client)).isLessThan(2 * FIRST);
        sendUntil(client, atOnce -> atOnce >= 2 * FIRST);
    }

    @Test
    void shouldNotTakeTheDistanceOfTheServerForLoad() {
        work = Duration.ofMillis(150);
        OkHttpClient client = client(new RequestsInFlight(Duration.ofMillis(100), WITHOUT_END));

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
        OkHttpClient client = client(new RequestsInFlight(NEVER_KEPT, WITHOUT_END));

        sendUntil(client, atOnce -> atOnce <= LEAST);
    }

    @Test
    void shouldSendFewerAtOnceWhenServerHasTooMany() {
        status = 429;
        OkHttpClient client = client(new RequestsInFlight(ALWAYS_KEPT, WITHOUT_END));

        sendUntil(client, atOnce -> atOnce <= LEAST);
    }

    @Test
    void shouldNotSendFewerAtOnceWhenWritesWaitForWebhooks() {
        OkHttpClient client = client(new RequestsInFlight(Duration.ofMillis(500), Duration.ofMillis(600)));
        sendUntil(client, atOnce -> atOnce >= 2 * FIRST);
        work = Duration.ofMillis(1_200);

        for (int i = 0; i < 3; i++) {
            mostAtOnce(() -> write(client));
        }

        work = Duration.ofMillis(100);
        assertThat(mostAtOnce(client)).isGreaterThanOrEqualTo(2 * FIRST - 2);
    }

    @Test
    void shouldNotHoldUpOthersByRequestsThatHang() {
        OkHttpClient client = client(new RequestsInFlight(ALWAYS_KEPT, Duration.ofMillis(20)));
        hang(client, 3 * FIRST, "/hanging");

        assertThat(send(client, "/working")).isEqualTo(200);
    }

    @Test
    void shouldNotLimitWatches() {
        OkHttpClient client = client(new RequestsInFlight(ALWAYS_KEPT, WITHOUT_END));
        hang(client, 3 * FIRST, "/hanging?watch=true");

        assertThat(send(client, "/working")).isEqualTo(200);
    }

    private void sendUntil(OkHttpClient client, Predicate<Integer> wanted) {
        var _ = Awaitility.await().atMost(PATIENCE).until(() -> mostAtOnce(client), wanted);
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

    /** Returns when the server has got so many requests that it does not answer. */
    private void hang(OkHttpClient client, int requests, String path) {
        hanging = new CountDownLatch(requests);
        IntStream.range(0, requests).forEach(_ -> threads.execute(() -> send(client, path)));
        await(hanging);
    }

    private OkHttpClient client(RequestsInFlight inFlight) {
        return new OkHttpClient.Builder()
                .addInterceptor(inFlight)
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

    /** The time that the server works on a request. */
    private static void pass(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
