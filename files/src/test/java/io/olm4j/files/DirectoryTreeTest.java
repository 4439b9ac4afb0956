package io.olm4j.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTreeTest {

    @TempDir
    private Path directory;

    @Test
    void shouldDeleteReadOnlyTreeButNotWhatItsLinksLeadTo() throws IOException {
        // Given
        Path other = Files.writeString(directory.resolve("other"), "kept");
        Path tree = Files.createDirectories(directory.resolve("tree"));
        Files.createDirectories(tree.resolve("a/b"));
        Files.writeString(tree.resolve("a/b/file"), "content");
        Files.createSymbolicLink(tree.resolve("a/link"), other);
        ReadOnlyTree.seal(tree);

        // When
        DirectoryTree.delete(tree);

        // Then
        assertThat(tree).doesNotExist();
        assertThat(other).hasContent("kept");
    }

    @Test
    void shouldDoNothingWhenThereIsNoTree() throws IOException {
        // When
        DirectoryTree.delete(directory.resolve("absent"));

        // Then
        assertThat(directory).isEmptyDirectory();
    }
}
