package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.testsupport.WrittenFiles;
import io.olm4j.upgradeedges.catalog.Bundle;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a process which is killed while it replaces a catalog leaves the complete old or the complete new content.
 */
class KilledRefreshTest {
    private static final int KILLS = 20;
    private static final int PACKAGES = 60;

    /** Some replacements of the content. */
    private static final int MOST_CHANGES = 40;

    /** The files of a catalog: its objects and its index. */
    private static final int FINISHED = 2;

    @TempDir
    Path cache;

    /** Replaces one content by the other until it is killed. */
    static final class Refreshing {
        public static void main(String[] arguments) {
            CatalogIndex index = new CatalogIndex(Path.of(arguments[0]), new OkHttpClient(), new SimpleMeterRegistry());
            for (int round = 0; round < 1_000_000; round++) {
                String url = arguments[1 + round % 2];
                Refresh refresh = index.refresh(new CatalogLocation("test", URI.create(url), ""));
                AnsweringJvm.answer(refresh.getClass().getSimpleName());
            }
        }
    }

    private static String catalog(String version) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < PACKAGES; i++) {
            text.append(Catalogs.packageOf("package-" + i, version));
        }
        return text.toString();
    }

    @Test
    void shouldServeOldOrNewContentWhenProcessWasKilled() throws Exception {
        Random random = new Random(20);
        try (CatalogService one = new CatalogService();
                CatalogService two = new CatalogService()) {
            one.serve(catalog("1.0.0"));
            two.serve(catalog("2.0.0"));
            Set<String> seen = new HashSet<>();
            int unfinished = 0;
            for (int kill = 0; kill < KILLS; kill++) {
                // given
                Process process = AnsweringJvm.start(AnsweringJvm.command(
                        Refreshing.class,
                        cache.toString(),
                        one.baseUrl().toString(),
                        two.baseUrl().toString()));
                try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
                    assertThat(AnsweringJvm.answers(output).findFirst()).isPresent();
                    // when
                    WrittenFiles.awaitChanges(cache.resolve("test"), 1 + random.nextInt(MOST_CHANGES), process);
                } finally {
                    process.destroyForcibly().waitFor();
                }
                unfinished += filesLeft() > FINISHED ? 1 : 0;
                // then
                Set<String> versions = versionsAfterRestart();
                assertThat(versions).as("kill %d", kill).hasSize(1);
                assertThat(filesLeft()).isEqualTo(FINISHED);
                seen.addAll(versions);
            }
            assertThat(seen).containsExactlyInAnyOrder("1.0.0", "2.0.0");
            assertThat(unfinished).as("kills in the middle of a write").isPositive();
        }
    }

    private Set<String> versionsAfterRestart() {
        Set<String> versions = new TreeSet<>();
        try (CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry())) {
            for (int i = 0; i < PACKAGES; i++) {
                assertThat(index.lookup("test", "package-" + i))
                        .isInstanceOfSatisfying(
                                Lookup.Found.class,
                                found -> found.graph().bundles().stream()
                                        .map(Bundle::version)
                                        .forEach(versions::add));
            }
        }
        return versions;
    }

    private long filesLeft() throws IOException {
        try (Stream<Path> files = Files.list(cache.resolve("test"))) {
            return files.count();
        }
    }
}
