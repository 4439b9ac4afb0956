package io.olm4j.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ExistingPath}. */
class ExistingPathTest {

    @Test
    void shouldBeAPathOnlyWhereSomethingExists(@TempDir Path directory) {
        assertThat(ExistingPath.of(directory.toString())).contains(directory);
        assertThat(ExistingPath.of(directory.resolve("absent").toString())).isEmpty();
    }

    @Test
    void shouldTakeNoTextForTheWorkingDirectory() {
        assertThat(ExistingPath.of("")).isEmpty();
    }

    @Test
    void shouldBeEmptyForWhatNoPathCanBe() {
        assertThat(ExistingPath.of("a\0b")).isEmpty();
    }
}
