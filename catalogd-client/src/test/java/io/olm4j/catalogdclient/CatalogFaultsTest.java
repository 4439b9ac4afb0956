package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.codec.text.ReaderLimits;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link CatalogIndex} with a catalog service that misbehaves. */
class CatalogFaultsTest {
    private static final String GOOD = Catalogs.packageOf("foo", "1.0.0");

    @TempDir
    Path cache;

    private final OkHttpClient http = new OkHttpClient.Builder()
            .readTimeout(Duration.ofSeconds(6))
            .retryOnConnectionFailure(false)
            .build();
    private final MockWebServer server = new MockWebServer();
    private CatalogIndex index;

    @BeforeEach
    void start() throws IOException {
        server.start();
        CatalogLimits limits = new CatalogLimits(1 << 20, new ReaderLimits(1 << 16, 100));
        index = new CatalogIndex(cache, http, new SimpleMeterRegistry(), limits);
    }

    @AfterEach
    void stop() {
        index.close();
        server.close();
    }

    private CatalogLocation location() {
        return location("test");
    }

    private CatalogLocation location(String name) {
        return new CatalogLocation(name, URI.create("http://127.0.0.1:" + server.getPort() + "/catalogs/" + name), "");
    }

    private Refresh refreshWith(MockResponse response) {
        server.enqueue(response);
        return index.refresh(location());
    }

    private static MockResponse.Builder ok(String body) {
        return new MockResponse.Builder().body(body);
    }

    static Stream<Arguments> faults() {
        String two = GOOD + Catalogs.packageOf("bar", "1.0.0");
        return Stream.of(
                Arguments.of(
                        "truncated",
                        ok(two).onResponseBody(new SocketEffect.CloseSocket()),
                        "the answer ended too early"),
                Arguments.of(
                        "truncated chunk",
                        new MockResponse.Builder().chunkedBody(two, 100).onResponseBody(new SocketEffect.CloseSocket()),
                        ""),
                Arguments.of(
                        "half an object",
                        ok(GOOD + "{\"schema\":\"olm"),
                        "line 4: the JSON object that starts here has no end"),
                Arguments.of(
                        "changed while it was read",
                        ok(two.substring(0, two.length() / 2)
                                + Catalogs.packageOf("another", "2.0.0").substring(50)),
                        "the answer is not a file-based catalog: line "),
                Arguments.of("not found", new MockResponse.Builder().code(404), "the server answered 404"),
                Arguments.of("broken", new MockResponse.Builder().code(500), "the server answered 500"),
                Arguments.of("silent", ok(GOOD).headersDelay(10, TimeUnit.SECONDS), "did not answer in time"),
                Arguments.of("stalled", ok(two).onResponseBody(SocketEffect.Stall.INSTANCE), "did not answer in time"),
                Arguments.of(
                        "a web page",
                        ok("<html><body>Sign in</body></html>"),
                        "the answer is not a file-based catalog: line 1: "),
                Arguments.of(
                        "another API", ok("{\"kind\":\"Status\",\"status\":\"Failure\"}"), "the object has no schema"),
                Arguments.of(
                        "a list",
                        ok("[" + GOOD.lines().findFirst().orElseThrow() + "]"),
                        "a catalog consists of objects"),
                Arguments.of(
                        "wrong types",
                        ok("{\"schema\":\"olm.package\",\"name\":1}"),
                        "the value of \"name\" must be a string"),
                Arguments.of(
                        "no gzip",
                        ok("plain text, not zipped").setHeader("Content-Encoding", "gzip"),
                        "the answer cannot be read"),
                Arguments.of(
                        "long headers",
                        ok(GOOD).addHeader("X-Long", "x".repeat(300_000)),
                        "the answer ended too early, or its headers are too long"),
                Arguments.of(
                        "an odd status line",
                        new MockResponse.Builder().status("HTTP/1.1 599 \u001b[31m" + "x".repeat(9000)),
                        ": the server answered 599"),
                Arguments.of(
                        "no HTTP",
                        new MockResponse.Builder().status("SSH-2.0-OpenSSH_9"),
                        "the server does not speak HTTP: Unexpected status line: SSH-2.0-OpenSSH_9"),
                Arguments.of(
                        "no HTTP, but the beginning of a class name",
                        new MockResponse.Builder().status("a.".repeat(100_000)),
                        "the server does not speak HTTP: Unexpected status line: a.a.a."),
                Arguments.of(
                        "half a catalog", new MockResponse.Builder().code(206).body(GOOD), "the server answered 206"),
                Arguments.of(
                        "a huge object",
                        ok("{\"schema\":\"x\",\"v\":\"" + "x".repeat(1 << 17) + "\"}"),
                        "larger than the limit of 65536 bytes"),
                Arguments.of(
                        "a huge catalog",
                        ok("{\"schema\":\"x\"}\n".repeat(100_000)),
                        "larger than the limit of 1048576 bytes"),
                Arguments.of("endless blanks", ok(" ".repeat(1 << 19)), "larger than the limit"),
                Arguments.of(
                        "deep nesting",
                        ok("{\"schema\":\"x\",\"v\":" + "[".repeat(1000) + "]".repeat(1000) + "}"),
                        "line 1: lists and objects are nested deeper than the depth limit of 100"),
                Arguments.of("304 without a condition", new MockResponse.Builder().code(304), "304"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void shouldKeepOlderContentWhenServiceFails(String name, MockResponse.Builder fault, String reason) {
        // given
        assertThat(refreshWith(ok(GOOD).build())).isInstanceOf(Refresh.Updated.class);
        // when
        Refresh refresh = refreshWith(fault.build());
        // then
        if (!name.equals("304 without a condition")) {
            assertThat(refresh)
                    .isInstanceOfSatisfying(
                            Refresh.Failed.class,
                            failed -> assertThat(failed.message())
                                    .startsWith("catalog \"test\" could not be read from http://127.0.0.1:")
                                    .contains(reason)
                                    .doesNotContain("\n", "Exception"));
        }
        assertThat(index.lookup("test", "foo")).isInstanceOf(Lookup.Found.class);
        assertThat(filesInCache()).hasSize(2);
        assertThat(refreshWith(ok(Catalogs.packageOf("foo", "1.0.1")).build())).isInstanceOf(Refresh.Updated.class);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faults")
    void shouldSayWhyWhenThereIsNoContentYet(String name, MockResponse.Builder fault, String reason) {
        Refresh refresh = refreshWith(fault.build());

        assertThat(refresh).isInstanceOf(Refresh.Failed.class);
        assertThat(index.lookup("test", "foo"))
                .isInstanceOfSatisfying(
                        Lookup.Unavailable.class,
                        unavailable -> assertThat(unavailable.reason())
                                .startsWith("catalog \"test\" could not be read")
                                .contains(reason));
        assertThat(filesInCache()).isEmpty();
    }

    /** An answer that a proxy cut off must not count as the catalog's content until that content changes. */
    @Test
    void shouldFetchContentAgainWhenItsEndWasNotMarked() throws InterruptedException {
        // given
        MockResponse.Builder cut = ok(GOOD.substring(0, GOOD.length() / 2))
                .addHeader("ETag", "\"v1\"")
                .removeHeader("Content-Length")
                .onResponseEnd(SocketEffect.ShutdownConnection.INSTANCE);
        assertThat(refreshWith(cut.build())).isInstanceOf(Refresh.Failed.class);
        server.takeRequest();

        // when
        Refresh refresh = refreshWith(ok(GOOD).addHeader("ETag", "\"v1\"").build());

        // then
        assertThat(refresh).isInstanceOf(Refresh.Updated.class);
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isNull();
    }

    @Test
    void shouldAskAgainSoonWhenThePortIsClosed() {
        CatalogLocation location = location();
        server.close();

        assertThat(index.refresh(location)).isInstanceOfSatisfying(Refresh.Failed.class, failed -> {
            assertThat(failed.message()).contains("cannot connect to 127.0.0.1:");
            assertThat(failed.askAgainSoon()).isTrue();
        });
    }

    @Test
    void shouldFailWhenAddressIsNotHttp() {
        CatalogLocation location = new CatalogLocation("test", URI.create("ftp://example.com/x"), "");

        assertThat(index.refresh(location))
                .isInstanceOfSatisfying(
                        Refresh.Failed.class,
                        failed -> assertThat(failed.message()).endsWith("the address is not an HTTP address"));
    }

    @Test
    void shouldAskAgainSoonWhenAReplicaStillHasTheContentOfAnotherImage() {
        // given
        String image = "example.com/catalog@sha256:";
        CatalogLocation before = new CatalogLocation("test", location().baseUrl(), image + "1".repeat(64));
        CatalogLocation after = new CatalogLocation("test", location().baseUrl(), image + "2".repeat(64));
        server.enqueue(ok(GOOD).addHeader("ETag", "\"1\"")
                .addHeader("Catalog-Image-Ref", before.resolvedRef())
                .build());
        assertThat(index.refresh(before)).isInstanceOf(Refresh.Updated.class);
        // when
        server.enqueue(new MockResponse.Builder()
                .code(304)
                .addHeader("Catalog-Image-Ref", before.resolvedRef())
                .build());
        // then
        assertThat(index.refresh(after))
                .isInstanceOfSatisfying(
                        Refresh.Failed.class,
                        failed -> assertThat(failed.askAgainSoon()).isTrue());
        server.enqueue(ok(Catalogs.packageOf("foo", "2.0.0"))
                .addHeader("Catalog-Image-Ref", after.resolvedRef())
                .build());
        assertThat(index.refresh(after)).isInstanceOf(Refresh.Updated.class);
    }

    /** The ETag of an answer that is damaged on the disk of one replica is that of the intact answers of the others. */
    @ParameterizedTest
    @ValueSource(strings = {"foo.v9.0.0", "\""})
    void shouldAskAnotherReplicaWhenTheAnswerIsNotWhatItsTagNames(String damage) throws InterruptedException {
        // given
        MessageDigest hash = ContentHash.sha256();
        hash.update(GOOD.getBytes(StandardCharsets.UTF_8));
        String hex = ContentHash.hex(hash);
        String image = "example.com/catalog@sha256:" + "1".repeat(64);
        MockResponse.Builder damaged = ok(GOOD.replaceFirst("foo.v[0-9.]*[0-9]", damage))
                .addHeader("ETag", "\"" + hex + "\"")
                .addHeader("Catalog-Image-Ref", image);
        MockResponse.Builder intact =
                ok(GOOD).addHeader("ETag", "\"" + hex + "-gzip\"").addHeader("Catalog-Image-Ref", image);

        // when
        Refresh refused = refreshWith(damaged.build());
        server.takeRequest();

        // then
        assertThat(refused).isInstanceOfSatisfying(Refresh.Failed.class, failed -> {
            assertThat(failed.message()).contains("the answer is damaged: it is not the content that its ETag names");
            assertThat(failed.askAgainSoon()).isTrue();
        });

        // when
        Refresh refresh = refreshWith(intact.build());

        // then
        assertThat(refresh).isInstanceOf(Refresh.Updated.class);
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isNull();
    }

    @Test
    void shouldFailWhenServiceRedirectsInCircles() {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return new MockResponse.Builder()
                        .code(302)
                        .addHeader("Location", "/")
                        .build();
            }
        });

        assertThat(index.refresh(location()))
                .isInstanceOfSatisfying(
                        Refresh.Failed.class,
                        failed -> assertThat(failed.message()).endsWith("the server redirects in circles"));
    }

    @Test
    void shouldNotTellPasswordsOfTheAddress() {
        server.enqueue(new MockResponse.Builder().code(401).build());

        URI address = URI.create("http://me:secret@127.0.0.1:" + server.getPort() + "/catalogs/test");

        assertThat(index.refresh(new CatalogLocation("test", address, "")))
                .isInstanceOfSatisfying(
                        Refresh.Failed.class,
                        failed -> assertThat(failed.message())
                                .contains("from http://127.0.0.1:")
                                .doesNotContain("secret"));
    }

    @Test
    void shouldNotMixUpValidatorsWhenAddressChanges() throws Exception {
        refreshWith(ok(GOOD).setHeader("ETag", "\"1\"").build());
        server.enqueue(ok(GOOD).build());

        index.refresh(new CatalogLocation("test", URI.create("http://127.0.0.1:" + server.getPort() + "/other"), ""));

        server.takeRequest();
        assertThat(server.takeRequest().getHeaders().get("If-None-Match")).isNull();
    }

    @Test
    void shouldEndRefreshWhenCatalogIsRemoved() throws Exception {
        OkHttpClient patient =
                http.newBuilder().readTimeout(Duration.ofMinutes(5)).build();
        try (CatalogIndex patientIndex = new CatalogIndex(cache, patient, new SimpleMeterRegistry())) {
            server.enqueue(new MockResponse.Builder()
                    .onResponseStart(SocketEffect.Stall.INSTANCE)
                    .build());
            CompletableFuture<Refresh> refresh = inBackground(() -> patientIndex.refresh(location()));
            server.takeRequest();

            patientIndex.remove("test");

            await().atMost(Duration.ofMinutes(2)).until(refresh::isDone);
            assertThat(refresh.get()).isInstanceOf(Refresh.Failed.class);
            assertThat(filesInCache()).isEmpty();
        }
    }

    @Test
    void shouldNotWaitForAnotherCatalog() throws Exception {
        OkHttpClient patient =
                http.newBuilder().readTimeout(Duration.ofMinutes(5)).build();
        try (CatalogIndex patientIndex = new CatalogIndex(cache, patient, new SimpleMeterRegistry())) {
            MockResponse stall = new MockResponse.Builder()
                    .onResponseStart(SocketEffect.Stall.INSTANCE)
                    .build();
            server.setDispatcher(new Dispatcher() {
                @Override
                public MockResponse dispatch(RecordedRequest request) {
                    return request.getUrl().encodedPath().startsWith("/catalogs/other") ? ok(GOOD).build() : stall;
                }
            });
            CompletableFuture<Refresh> stuck = inBackground(() -> patientIndex.refresh(location()));
            server.takeRequest();

            CatalogLocation other =
                    new CatalogLocation("other", location().baseUrl().resolve("/catalogs/other"), "");
            assertThat(patientIndex.refresh(other)).isInstanceOf(Refresh.Updated.class);
            assertThat(patientIndex.lookup("other", "foo")).isInstanceOf(Lookup.Found.class);
            assertThat(stuck).isNotDone();
        }
    }

    /** Catalogs are indexed one after the other, and indexing one that is large takes a while. */
    @Test
    void shouldRemoveACatalogThatWaitsUntilAnotherOneIsIndexed() throws Exception {
        var indexing = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var waitsForItsTurn = new CountDownLatch(1);
        OkHttpClient watched = watching(Map.of(
                "/catalogs/first",
                () -> {
                    indexing.countDown();
                    awaitWithoutLimit(goOn);
                },
                "/catalogs/second",
                waitsForItsTurn::countDown));
        server.enqueue(ok(GOOD).build());
        server.enqueue(ok(GOOD).build());
        try (CatalogIndex watchedIndex = new CatalogIndex(cache, watched, new SimpleMeterRegistry())) {
            try {
                // given
                CompletableFuture<Refresh> first = inBackground(() -> watchedIndex.refresh(location("first")));
                awaitUnlessItHangs(indexing);
                CompletableFuture<Refresh> second = inBackground(() -> watchedIndex.refresh(location("second")));
                awaitUnlessItHangs(waitsForItsTurn);

                // when
                CompletableFuture<?> removed = inBackground(() -> {
                    watchedIndex.remove("second");
                    return "removed";
                });

                // then
                assertThat(removed).succeedsWithin(Duration.ofMinutes(2));
                assertThat(second).succeedsWithin(Duration.ofMinutes(2)).isInstanceOf(Refresh.Failed.class);
                assertThat(first).isNotDone();

                // when
                goOn.countDown();

                // then
                assertThat(first).succeedsWithin(Duration.ofMinutes(2)).isInstanceOf(Refresh.Updated.class);
            } finally {
                goOn.countDown();
            }
        }
    }

    /**
     * A client that does something when it is asked for the first time whether a call is cancelled. Indexing asks while
     * it holds its lock, and so does who waits for the lock.
     */
    private OkHttpClient watching(Map<String, Runnable> whenFirstAsked) {
        return new OkHttpClient(http.newBuilder()) {
            @Override
            public Call newCall(Request request) {
                Call call = super.newCall(request);
                Runnable first = whenFirstAsked.entrySet().stream()
                        .filter(entry -> request.url().encodedPath().startsWith(entry.getKey() + "/"))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElseThrow();
                var asked = new AtomicBoolean();
                return (Call) Proxy.newProxyInstance(
                        Call.class.getClassLoader(), new Class<?>[] {Call.class}, (_, method, arguments) -> {
                            if (method.getName().equals("isCanceled") && !asked.getAndSet(true)) {
                                first.run();
                            }
                            return method.invoke(call, arguments);
                        });
            }
        };
    }

    /** The test releases it in any case. */
    private static void awaitWithoutLimit(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitUnlessItHangs(CountDownLatch latch) {
        try {
            assertThat(latch.await(2, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldReadCatalogSentInDribbles() {
        Buffer body = new Buffer().writeUtf8(GOOD);
        MockResponse slow = new MockResponse.Builder()
                .body(body)
                .throttleBody(64, 5, TimeUnit.MILLISECONDS)
                .build();

        assertThat(refreshWith(slow)).isInstanceOf(Refresh.Updated.class);
    }

    /** Runs on its own thread: the common pool has only one thread on a small machine, and the task may stall. */
    private static <T> CompletableFuture<T> inBackground(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, task -> Thread.ofVirtual().start(task));
    }

    private java.util.List<Path> filesInCache() {
        try (Stream<Path> files = java.nio.file.Files.walk(cache)) {
            return files.filter(java.nio.file.Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
