package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that the answer about a package is kept, however large the package is: it is read once, not at each look-up.
 */
class LargePackageTest {
    /** Properties that take just less than the memory that one package may take, 196 bytes each. */
    private static final int ACCEPTED = 170_000;

    @TempDir
    Path cache;

    private CatalogService service;
    private CatalogIndex index;

    @BeforeEach
    void start() throws IOException {
        service = new CatalogService();
        index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        index.close();
        service.close();
    }

    private void serve(int properties) {
        service.serve("{\"schema\":\"olm.bundle\",\"package\":\"p\",\"name\":\"b\",\"properties\":[%s]}%n"
                .formatted(String.join(",", Collections.nCopies(properties, "{}"))));
        assertThat(index.refresh(service.location(""))).isInstanceOf(Refresh.Updated.class);
    }

    /** Whatever is read from now on is reported as damaged. */
    private void removeObjects() throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("test"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void shouldKeepTheLargestPackageThatIsAccepted() throws IOException {
        // given
        serve(ACCEPTED);
        Lookup first = index.lookup("test", "p");
        assertThat(first).isInstanceOf(Lookup.Found.class);
        // when
        removeObjects();
        // then
        assertThat(index.lookup("test", "p")).isSameAs(first);
    }

    @Test
    void shouldRememberThatALargerPackageIsRefusedUntilItsContentChanges() throws IOException {
        // given
        serve(2 * ACCEPTED);
        Lookup first = index.lookup("test", "p");
        assertThat(first)
                .isEqualTo(new Lookup.Unreadable(
                        "error loading package \"p\": it is too large: it takes more than 33554432 bytes of memory,"
                                + " which is the limit for one package; its author has to remove bundles or channels"));
        // when
        removeObjects();
        // then
        assertThat(index.lookup("test", "p")).isSameAs(first);
        // when
        serve(1);
        // then
        assertThat(index.lookup("test", "p")).isInstanceOf(Lookup.Found.class);
    }
}
