package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreResult;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with catalogs that are replaced while they are read: every answer is complete and matches its entity tag. */
class SwapTest {

    private static final int SWAPS = 60;

    @TempDir
    Path scratch;

    @Test
    void shouldAnswerOldOrNewWhenTwoCatalogsAreSwapped() throws Exception {
        // Given
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path[] versions = {catalog("old", 4000), catalog("new", 5000)};
        store.store("one", "r@0", versions[0]);
        store.store("two", "r@0", versions[0]);

        try (CatalogServer server = CatalogServer.start(
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                        Optional.empty(),
                        store,
                        new SimpleMeterRegistry());
                HttpClient client = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // When
            Future<?> one = threads.submit(swapping(store, "one", versions));
            Future<?> two = threads.submit(swapping(store, "two", versions));

            // Then
            int answers = 0;
            while (!one.isDone() || !two.isDone() || answers == 0) {
                HttpResponse<byte[]> answer = client.send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + server.address().getPort() + "/catalogs/"
                                                + (answers % 2 == 0 ? "one" : "two") + "/api/v1/all"))
                                .build(),
                        BodyHandlers.ofByteArray());
                answers++;
                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.headers().firstValue("ETag")).contains("\"" + sha256(answer.body()) + "\"");
            }
            one.get();
            two.get();
        }
    }

    private static Callable<Boolean> swapping(ContentStore store, String catalog, Path[] versions) {
        return () -> {
            for (int swap = 1; swap <= SWAPS; swap++) {
                assertThat(store.store(catalog, "r@" + swap, versions[swap % 2]))
                        .isInstanceOf(StoreResult.Stored.class);
            }
            return true;
        };
    }

    private Path catalog(String name, int objects) throws Exception {
        Path directory = Files.createDirectory(scratch.resolve(name));
        Files.writeString(
                directory.resolve("catalog.json"),
                ("{\"schema\":\"olm.bundle\",\"package\":\"p\",\"name\":\"" + name + "\"}\n").repeat(objects));
        return directory;
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }
}
