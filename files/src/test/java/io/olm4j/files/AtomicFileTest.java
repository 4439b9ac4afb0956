package io.olm4j.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

    @TempDir
    private Path directory;

    @Test
    void shouldReplaceContentWhenFileExists() throws IOException {
        // Given
        Path file = Files.writeString(directory.resolve("state.json"), "old");

        // When
        AtomicFile.write(file, "new".getBytes(StandardCharsets.UTF_8));

        // Then
        assertThat(file).hasContent("new");
        assertThat(directory).isDirectoryContaining(file::equals).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void shouldKeepOldContentAndLeaveNothingWhenWriterFails() throws IOException {
        // Given
        Path file = Files.writeString(directory.resolve("state.json"), "old");

        // When, then
        assertThatThrownBy(() -> AtomicFile.write(file, out -> {
                    out.write('n');
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");
        assertThat(file).hasContent("old");
        assertThat(directory).isDirectoryNotContaining("glob:**.part");
    }
}
