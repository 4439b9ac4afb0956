package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that catalogs with huge objects, all read at once, fit a small heap. */
class BoundedHeapTest {
    private static final int CATALOGS = 8;

    @TempDir
    Path cache;

    /** Reads the same catalog under several names at once. */
    static final class Refreshing {
        public static void main(String[] arguments) {
            try (CatalogIndex index =
                            new CatalogIndex(Path.of(arguments[0]), new OkHttpClient(), new SimpleMeterRegistry());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < CATALOGS; i++) {
                    CatalogLocation location = new CatalogLocation("catalog-" + i, URI.create(arguments[1]), "");
                    var _ = threads.submit(() ->
                            ChildJvm.answer(index.refresh(location).getClass().getSimpleName()));
                }
            }
        }
    }

    @Test
    void shouldReadCatalogsWithHugeObjectsAtOnceInASmallHeap() throws Exception {
        try (CatalogService service = new CatalogService()) {
            service.serve("{\"schema\":\"x\",\"package\":\"p\",\"name\":\"n\",\"v\":\"" + "x".repeat(15 << 20) + "\"}");

            Process process = ChildJvm.start(ChildJvm.command(
                    Refreshing.class, cache.toString(), service.baseUrl().toString()));

            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                List<String> answers = ChildJvm.answers(output).toList();
                assertThat(answers).hasSize(CATALOGS).containsOnly("Updated");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
