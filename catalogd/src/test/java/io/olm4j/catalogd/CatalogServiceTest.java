package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.catalogd.store.ContentStore;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CatalogService}. */
class CatalogServiceTest {

    @TempDir
    Path cache;

    @Test
    void shouldServeTheContentOnDiskWhenThereIsNoCluster() throws Exception {
        // Given
        storeCatalog();

        // When
        try (CatalogService service = CatalogService.start(CatalogdOptions.in(cache));
                HttpClient client = HttpClient.newHttpClient()) {
            URI all = URI.create("http://127.0.0.1:" + service.address().getPort() + "/catalogs/cat/api/v1/all");
            var answer = client.send(HttpRequest.newBuilder(all).build(), BodyHandlers.ofString());

            // Then
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("{\"name\":\"p\",\"schema\":\"olm.package\"}\n");
        }
    }

    private void storeCatalog() throws IOException {
        Path catalog = Files.createDirectory(cache.resolve("fbc"));
        Files.writeString(catalog.resolve("catalog.yaml"), "schema: olm.package\nname: p\n");
        new ContentStore(cache.resolve("store"), Clock.systemUTC()).store("cat", "registry.test/cat@sha256:1", catalog);
    }
}
