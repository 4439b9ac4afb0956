package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogdclient.http.CatalogHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.GzipSink;
import okio.Okio;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the client with a service that answers with the observed headers of the original catalogd 1.11.0. */
class OriginalServiceTest {
    private static final String ALL = "/catalogs/operatorhubio/api/v1/all";
    private static final String MODIFIED = "Sat, 21 Nov 2026 15:13:12 GMT";

    @TempDir
    Path cache;

    private final MockWebServer server = new MockWebServer();
    private volatile boolean leader = true;
    private CatalogIndex index;

    @BeforeEach
    void start() throws IOException {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return answer(request);
            }
        });
        server.start();
        index = new CatalogIndex(cache, CatalogHttp.create(Optional.empty(), Map.of()), new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        index.close();
        server.close();
    }

    private MockResponse answer(RecordedRequest request) {
        MockResponse.Builder response = new MockResponse.Builder()
                .addHeader("Vary", "Accept-Encoding")
                .addHeader("Date", "Sat, 21 Nov 2026 15:13:15 GMT");
        if (!leader || !request.getTarget().equals(ALL)) {
            return response.status("HTTP/1.1 404 Not Found")
                    .addHeader("Content-Type", "text/plain; charset=utf-8")
                    .addHeader("X-Content-Type-Options", "nosniff")
                    .body("404 Not Found\n")
                    .build();
        }
        response.addHeader("Last-Modified", MODIFIED);
        if (MODIFIED.equals(request.getHeaders().get("If-Modified-Since"))) {
            return response.code(304).build();
        }
        return response.addHeader("Content-Encoding", "gzip")
                .addHeader("Content-Type", "application/jsonl")
                .chunkedBody(zipped(Catalogs.packageOf("foo", "1.0.0")), 2048)
                .build();
    }

    private static Buffer zipped(String text) {
        Buffer zipped = new Buffer();
        try (var out = Okio.buffer(new GzipSink(zipped))) {
            out.writeUtf8(text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return zipped;
    }

    private Refresh refresh(String digit) {
        return index.refresh(new CatalogLocation(
                "operatorhubio",
                URI.create("http://127.0.0.1:" + server.getPort() + "/catalogs/operatorhubio"),
                "quay.io/operatorhubio/catalog@sha256:" + digit.repeat(64)));
    }

    @Test
    void shouldReadEverythingOnceAndThenGetNotModified() throws Exception {
        assertThat(refresh("1")).isEqualTo(new Refresh.Updated(Set.of("foo")));
        assertThat(refresh("2")).isEqualTo(new Refresh.Unchanged());

        assertThat(server.getRequestCount()).isEqualTo(2);
        RecordedRequest first = server.takeRequest();
        assertThat(first.getTarget()).isEqualTo(ALL);
        assertThat(first.getHeaders().get("Accept-Encoding")).isEqualTo("gzip");
        assertThat(server.takeRequest().getHeaders().get("If-Modified-Since")).isEqualTo(MODIFIED);
    }

    @Test
    void shouldKeepContentAndAskAgainSoonWhenAReplicaWithoutContentAnswers() {
        // given
        refresh("1");
        leader = false;
        // when
        Refresh refresh = refresh("2");
        // then
        assertThat(refresh)
                .isEqualTo(new Refresh.Failed(
                        "catalog \"operatorhubio\" could not be read from http://127.0.0.1:" + server.getPort() + ALL
                                + ": the server answered 404 Not Found: this replica of the service does not have the"
                                + " catalog, another one may have it and is asked soon",
                        true));
        assertThat(index.lookup("operatorhubio", "foo")).isInstanceOf(Lookup.Found.class);
        leader = true;
        assertThat(refresh("2")).isEqualTo(new Refresh.Unchanged());
    }
}
