package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.BufferedReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that catalogs with huge objects, all read at once, and packages with too many values need a bounded heap. */
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
                    var _ = threads.submit(() -> AnsweringJvm.answer(
                            index.refresh(location).getClass().getSimpleName()));
                }
            }
        }
    }

    /** Reads a catalog, then looks up its packages, the hostile ones at once and more than once. */
    static final class LookingUp {
        public static void main(String[] arguments) throws Exception {
            try (CatalogIndex index =
                            new CatalogIndex(Path.of(arguments[0]), new OkHttpClient(), new SimpleMeterRegistry());
                    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                var _ = index.refresh(new CatalogLocation("test", URI.create(arguments[1]), ""));
                List<Future<Lookup>> lookups = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    for (String name : List.of("values", "text", "escapes", "properties", "ranges")) {
                        lookups.add(threads.submit(() -> index.lookup("test", name)));
                    }
                }
                for (Future<Lookup> lookup : lookups) {
                    AnsweringJvm.answer(
                            lookup.get() instanceof Lookup.Unreadable(String reason)
                                    ? reason
                                    : lookup.get().getClass().getSimpleName());
                }
                AnsweringJvm.answer(index.lookup("test", "foo").getClass().getSimpleName());
            }
        }
    }

    @Test
    void shouldRefuseOnlyThePackagesThatAreTooLargeInASmallHeap() throws Exception {
        try (CatalogService service = new CatalogService()) {
            service.serve(channels("values", 5, "{\"name\":\"a\"}", 499_000)
                    + channels("text", 3, "{\"name\":\"" + "x".repeat(10_000) + "\"}", 700)
                    + bundles("escapes", 1, "{\"type\":\"x\",\"value\":\"" + "\\u0001".repeat(1_000) + "\"}", 5_500)
                    + bundles("properties", 1, "{}", 499_000)
                    + channels("ranges", 1, "{\"name\":\"a\",\"skipRange\":\"" + "1.x ".repeat(1_000) + "2\"}", 600)
                    + Catalogs.packageOf("foo", "1.0.0"));

            Process process = AnsweringJvm.start(AnsweringJvm.command(
                    "-Xmx256m",
                    LookingUp.class,
                    cache.toString(),
                    service.baseUrl().toString()));

            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                List<String> answers = AnsweringJvm.answers(output).toList();
                List<String> refusals = List.of(
                        refusal("values", "it has more than 500000 JSON values"),
                        refusal("text", "its texts take more than 16777216 bytes of JSON"),
                        refusal("escapes", "its texts take more than 16777216 bytes of JSON"),
                        refusal("properties", "it takes more than 33554432 bytes of memory"),
                        refusal("ranges", "its versions and skipRanges have more than 2097152 characters"));
                assertThat(answers)
                        .containsExactlyElementsOf(Stream.of(refusals, refusals, refusals, List.of("Found"))
                                .flatMap(List::stream)
                                .toList());
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }

    private static String channels(String packageName, int channels, String entry, int entries) {
        String list = String.join(",", Collections.nCopies(entries, entry));
        return "{\"schema\":\"olm.channel\",\"package\":\"%s\",\"name\":\"c\",\"entries\":[%s]}%n"
                .formatted(packageName, list)
                .repeat(channels);
    }

    private static String bundles(String packageName, int bundles, String property, int properties) {
        String list = String.join(",", Collections.nCopies(properties, property));
        return "{\"schema\":\"olm.bundle\",\"package\":\"%s\",\"name\":\"b\",\"properties\":[%s]}%n"
                .formatted(packageName, list)
                .repeat(bundles);
    }

    private static String refusal(String packageName, String problem) {
        return "error loading package \"" + packageName + "\": it is too large: " + problem
                + ", which is the limit for one package; its author has to remove bundles or channels";
    }

    @Test
    void shouldReadCatalogsWithHugeObjectsAtOnceInASmallHeap() throws Exception {
        try (CatalogService service = new CatalogService()) {
            service.serve("{\"schema\":\"x\",\"package\":\"p\",\"name\":\"n\",\"v\":\"" + "x".repeat(15 << 20) + "\"}");

            Process process = AnsweringJvm.start(AnsweringJvm.command(
                    Refreshing.class, cache.toString(), service.baseUrl().toString()));

            try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                List<String> answers = AnsweringJvm.answers(output).toList();
                assertThat(answers).hasSize(CATALOGS).containsOnly("Updated");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
    }
}
