package io.olm4j.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link Scratch}, and that commands have no other temporary directories. */
class ScratchTest {

    /** A program that waits with content in its directory. */
    static final class Waiting {

        private Waiting() {}

        /** Prints the directory, and waits. */
        public static void main(String... arguments) throws Exception {
            try (Scratch scratch = Scratch.create("olm-test")) {
                Files.writeString(
                        Files.createDirectory(scratch.directory().resolve("a")).resolve("b"), "c");
                System.out.println(scratch.directory());
                Thread.sleep(60_000);
            }
        }
    }

    @Test
    void shouldDeleteTheDirectoryWhenItIsClosed() throws IOException {
        Path directory;
        try (Scratch scratch = Scratch.create("olm-test")) {
            directory = scratch.directory();
            assertThat(directory).isDirectory();
        }
        assertThat(directory).doesNotExist();
    }

    @Test
    void shouldDeleteTheDirectoryWhenTheProgramIsInterrupted(@TempDir Path temporary) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Waiting.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            Path directory = Path.of(out.readLine());
            assertThat(directory).isNotEmptyDirectory();

            process.destroy();

            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(directory).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catalog/CatalogRenderCommand",
                "catalog/ServeCommand",
                "clustercatalog/CatalogCache",
                "plan/PlanMaker",
                "resolve/Catalogs",
                "source/ContentSource"
            })
    void shouldBeTheTemporaryDirectoryOf(String name) {
        assertThat(Path.of("src/main/java/io/olm4j/cli", name + ".java"))
                .content()
                .contains("Scratch.create(")
                .doesNotContain("createTempDirectory");
    }
}
