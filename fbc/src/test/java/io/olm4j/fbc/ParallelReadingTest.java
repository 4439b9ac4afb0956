package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for how {@link CatalogReader} reads in several threads. */
@Timeout(120)
class ParallelReadingTest {
    private static final Executor NEVER_RUNS = _ -> {};

    @TempDir
    Path catalog;

    private ExecutorService helpers;

    @BeforeEach
    void start() {
        helpers = Executors.newFixedThreadPool(3);
    }

    @AfterEach
    void stop() {
        helpers.shutdownNow();
    }

    @Test
    void shouldReadTheSameInTheSameOrderAsOneThread() throws IOException {
        Path real = RealCatalog.directory();
        List<String> inOneThread = new ArrayList<>();
        new CatalogReader()
                .readDirectory(
                        real, meta -> inOneThread.add(meta.name() + " " + CanonicalJson.write(meta.blob()) + "\n"));

        assertThat(read(real, helpers)).isEqualTo(inOneThread);
        assertThat(read(real, NEVER_RUNS)).isEqualTo(inOneThread);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"s%d\"}\n", "---\nschema: s%d\n"})
    void shouldKeepOrderOfManyObjectsOfAFile(String form) throws IOException {
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            content.append(form.formatted(i));
        }
        write("catalog", content.toString());

        List<String> schemas = new ArrayList<>();
        new CatalogReader()
                .readCanonical(catalog, object -> schemas.add(object.header().schema()), helpers);

        assertThat(schemas)
                .isEqualTo(Stream.iterate(0, i -> i + 1)
                        .limit(10_000)
                        .map(i -> "s" + i)
                        .toList());
    }

    @Test
    void shouldTakeObjectsLargerThanWhatMayWait() throws IOException {
        String large = "{\"schema\":\"s\",\"text\":\"" + "x".repeat(3 << 20) + "\"}\n";
        write("catalog", large.repeat(5));

        assertThat(read(catalog, helpers)).hasSize(5);
    }

    @Test
    void shouldTellOfTheFirstProblemWhenThereAreSeveral() throws IOException {
        write("a", "{\"schema\":\"s\"}\n".repeat(50) + "{\"schema\": 1}\n" + "{\"schema\":\"s\"}\n".repeat(5));
        write("b", "{\"schema\":\"s\"}\n".repeat(2) + "{\"schema\":");

        for (Executor executor : List.of(helpers, NEVER_RUNS)) {
            assertThatThrownBy(() -> read(catalog, executor))
                    .isInstanceOf(TextSyntaxException.class)
                    .hasMessageContaining("a:51");
        }
    }

    @Test
    void shouldHandOverWhatStandsBeforeAProblem() throws IOException {
        write("a", "schema: s\n---\n".repeat(40) + "]\n");
        List<String> read = new ArrayList<>();

        assertThatThrownBy(() -> new CatalogReader().readCanonical(catalog, object -> read.add(text(object)), helpers))
                .isInstanceOf(TextSyntaxException.class);

        assertThat(read).hasSize(40);
    }

    private static List<String> read(Path directory, Executor helpers) throws IOException {
        List<String> read = new ArrayList<>();
        new CatalogReader().readCanonical(directory, object -> read.add(text(object)), helpers);
        return read;
    }

    private static String text(CanonicalMeta object) {
        return object.header().name() + " " + new String(object.line(), StandardCharsets.UTF_8);
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(catalog.resolve(name), content);
    }
}
