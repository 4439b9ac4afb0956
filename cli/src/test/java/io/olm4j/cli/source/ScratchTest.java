package io.olm4j.cli.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.ChildJvm;
import io.olm4j.testsupport.Patience;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
                var _ = System.in.read(); // which ends with the parent
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
        Process process = ChildJvm.builder(List.of("-Djava.io.tmpdir=" + temporary), Waiting.class)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            Path directory = Path.of(out.readLine());
            assertThat(directory).isNotEmptyDirectory();

            process.destroy();

            assertThat(process.waitFor(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(directory).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    /** The training, which makes the start cache, is no command of users. */
    @Test
    void shouldBeTheOnlyTemporaryFileOfCommands() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> contains(file, "createTemp"))
                            .map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("Scratch.java", "Training.java");
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
                .contains("Scratch.create(");
    }

    private static boolean contains(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
