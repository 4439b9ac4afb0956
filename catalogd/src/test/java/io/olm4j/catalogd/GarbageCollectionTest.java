package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link GarbageCollection} with an API server that has no catalog. */
class GarbageCollectionTest {

    private static final List<String> CATALOGS = List.of("a", "b", "c");

    @TempDir
    Path scratch;

    private HttpServer api;

    @BeforeEach
    void start() throws IOException {
        api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext("/", GarbageCollectionTest::answer);
        api.start();
    }

    @AfterEach
    void stop() {
        api.stop(0);
    }

    @Test
    void shouldDeleteOtherCatalogsWhenOneCannotBeDeleted() throws Exception {
        // Given
        Path home = scratch.resolve("store");
        ContentStore contents = new ContentStore(home, Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), "{\"schema\":\"olm.package\",\"name\":\"p\"}");
        for (String name : CATALOGS) {
            contents.store(name, "r@1", catalog);
        }
        Path stuck = home.resolve("b/stuck");
        Path image = scratch.resolve("unpack/.images/sha256:" + "1".repeat(64));
        ImageStore images =
                new ImageStore(scratch.resolve("unpack"), RegistryClient.create(RegistryOptions.defaults()));
        StoreMetrics metrics = new StoreMetrics(contents, new SimpleMeterRegistry(), Clock.systemUTC());
        CatalogUnpacker unpacker = new CatalogUnpacker(images, contents, metrics);

        // When
        try (var _ = UndeletableDirectory.make(stuck);
                var _ = UndeletableDirectory.make(image);
                KubernetesClient client = client();
                GarbageCollection garbage = new GarbageCollection(client, contents, images, unpacker)) {
            garbage.collectAtStart();
        }

        // Then
        assertThat(stuck).exists();
        assertThat(image).exists();
        assertThat(contents.catalogs()).isEmpty();
        assertThat(home.resolve("a")).doesNotExist();
        assertThat(home.resolve("c")).doesNotExist();
    }

    private KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withAutoConfigure(false)
                        .withMasterUrl("http://127.0.0.1:" + api.getAddress().getPort())
                        .build())
                .build();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean list = exchange.getRequestURI().getPath().endsWith("/clustercatalogs");
            String body = list
                    ? "{\"apiVersion\":\"olm.operatorframework.io/v1\",\"kind\":\"ClusterCatalogList\",\"metadata\":{},"
                            + "\"items\":[]}"
                    : "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Failure\",\"code\":404}";
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(list ? 200 : 404, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
