package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.upgradeedges.catalog.Bundle;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that catalogs which misbehave at the same time, each in another way, harm only themselves. */
class HostileCatalogsTest {
    private static final String GOOD = Catalogs.packageOf("foo", "1.0.0");
    private static final int LIMIT = 1 << 20;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Map<String, MockResponse> HOSTILE = Map.of(
            "down", new MockResponse.Builder().code(500).build(),
            "silent",
                    new MockResponse.Builder()
                            .onResponseStart(SocketEffect.Stall.INSTANCE)
                            .build(),
            "slow",
                    new MockResponse.Builder()
                            .body(GOOD)
                            .throttleBody(1, 1, TimeUnit.SECONDS)
                            .build(),
            "truncated",
                    new MockResponse.Builder()
                            .body(GOOD)
                            .onResponseBody(new SocketEffect.CloseSocket())
                            .build(),
            "endless", new MockResponse.Builder().body(GOOD.repeat(10_000)).build(),
            "webpage", new MockResponse.Builder().body("<html>Sign in</html>").build(),
            "headers",
                    new MockResponse.Builder()
                            .body(GOOD)
                            .addHeader("X-Long", "x".repeat(300_000))
                            .build(),
            "circle",
                    new MockResponse.Builder()
                            .code(302)
                            .addHeader("Location", "/catalogs/circle/api/v1/all")
                            .build());

    @TempDir
    Path cache;

    private final MockWebServer server = new MockWebServer();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private CatalogIndex index;
    private volatile String otherContent = "";

    @BeforeEach
    void start() throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                String catalog = request.getUrl().pathSegments().get(1);
                asked.add(catalog);
                return catalog.equals("good")
                        ? new MockResponse.Builder().body(GOOD).build()
                        : HOSTILE.getOrDefault(
                                catalog,
                                new MockResponse.Builder().body(otherContent).build());
            }
        });
        server.start();
        OkHttpClient.Builder http =
                new OkHttpClient.Builder().readTimeout(PATIENCE).callTimeout(Duration.ofSeconds(20));
        index = new CatalogIndex(
                cache,
                new PatientWithTheGoodOne(http),
                new SimpleMeterRegistry(),
                new CatalogLimits(LIMIT, new ReaderLimits(1 << 16, 100)));
    }

    /** Gives the good catalog more time, because it has to be read on a busy machine too. */
    private static final class PatientWithTheGoodOne extends OkHttpClient {
        private final OkHttpClient patient;

        PatientWithTheGoodOne(OkHttpClient.Builder http) {
            super(http);
            patient = newBuilder().callTimeout(PATIENCE).build();
        }

        @Override
        public Call newCall(Request request) {
            return request.url().pathSegments().contains("good") ? patient.newCall(request) : super.newCall(request);
        }
    }

    @AfterEach
    void stop() {
        index.close();
        server.close();
        threads.close();
    }

    private Refresh refresh(String catalog) {
        return index.refresh(new CatalogLocation(
                catalog, URI.create("http://127.0.0.1:" + server.getPort() + "/catalogs/" + catalog), ""));
    }

    @Test
    void shouldServeTheGoodCatalogWhileAllOthersMisbehave() throws Exception {
        // given
        Map<String, Future<Refresh>> hostile = new LinkedHashMap<>();
        HOSTILE.keySet().forEach(name -> hostile.put(name, threads.submit(() -> refresh(name))));
        await().atMost(PATIENCE).until(() -> asked.containsAll(HOSTILE.keySet()));
        // when
        Refresh good = refresh("good");
        // then
        assertThat(good).isInstanceOf(Refresh.Updated.class);
        assertThat(index.lookup("good", "foo")).isInstanceOf(Lookup.Found.class);
        assertThat(hostile).hasEntrySatisfying("slow", slow -> assertThat(slow).isNotDone());
        Map<String, Refresh> messages = new LinkedHashMap<>();
        for (Map.Entry<String, Future<Refresh>> entry : hostile.entrySet()) {
            messages.put(entry.getKey(), entry.getValue().get());
            assertThat(entry.getValue().get())
                    .as(entry.getKey())
                    .isInstanceOfSatisfying(
                            Refresh.Failed.class,
                            failed -> assertThat(failed.message())
                                    .startsWith("catalog \"" + entry.getKey() + "\" could not be read from ")
                                    .doesNotContain("\n", "Exception"));
            assertThat(index.lookup(entry.getKey(), "foo")).isInstanceOf(Lookup.Unavailable.class);
        }
        assertThat(messages).extractingByKey("slow").asString().contains("the answer was not complete after 20 s");
        assertThat(messages)
                .extractingByKey("endless")
                .asString()
                .contains("larger than the limit of " + LIMIT + " bytes");
        assertThat(index.lookup("good", "foo")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldKeepCatalogsApartWhenOneAnswersWithTheContentOfAnother() {
        // given
        refresh("good");
        otherContent = GOOD;
        refresh("other");
        assertThat(index.lookup("other", "foo")).isEqualTo(index.lookup("good", "foo"));
        // when
        otherContent = Catalogs.packageOf("foo", "6.6.6");
        refresh("other");
        // then
        assertThat(versions("other")).containsExactly("6.6.6");
        assertThat(versions("good")).containsExactly("1.0.0");
        index.remove("other");
        assertThat(versions("good")).containsExactly("1.0.0");
    }

    private List<String> versions(String catalog) {
        return ((Lookup.Found) index.lookup(catalog, "foo"))
                .graph().bundles().stream().map(Bundle::version).toList();
    }
}
