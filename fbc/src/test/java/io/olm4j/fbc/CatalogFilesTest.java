package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link CatalogFiles} and {@code .indexignore}. */
class CatalogFilesTest {
    @TempDir
    Path root;

    private void write(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private List<String> names() throws IOException {
        return CatalogFiles.list(root).stream()
                .map(CatalogFiles.CatalogFile::name)
                .toList();
    }

    @Test
    void shouldListEveryFileInLexicalOrder() throws IOException {
        for (String name : List.of("b/z.json", "b.json", "a", ".hidden", "b/a/README.md", "B.yaml")) {
            write(name, "");
        }

        assertThat(names()).containsExactly(".hidden", "B.yaml", "a", "b/a/README.md", "b/z.json", "b.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "README.md | a/x.json b/c/x.json b/x.yaml x.json",
                "*.md      | a/x.json b/c/x.json b/x.yaml x.json",
                "b         | README.md a/README.md a/x.json x.json",
                "b/        | README.md a/README.md a/x.json x.json",
                "/README.md| a/README.md a/x.json b/c/x.json b/x.yaml x.json",
                "./README.md | README.md a/README.md a/x.json b/c/x.json b/x.yaml x.json",
                "b/x.yaml  | README.md a/README.md a/x.json b/c/x.json x.json",
                "x.json/   | README.md a/README.md a/x.json b/c/x.json b/x.yaml x.json",
                "**/x.json | README.md a/README.md b/x.yaml",
                "/b/**/x.json | README.md a/README.md a/x.json b/x.yaml x.json",
                "x.[^j]*   | README.md a/README.md a/x.json b/c/x.json x.json",
                "[!x]*     | README.md a/README.md",
                "readme.md | README.md a/README.md a/x.json b/c/x.json b/x.yaml x.json",
                "[x        | README.md a/README.md a/x.json b/c/x.json b/x.yaml x.json",
                "'*\n!a/x.json' | a/x.json",
                "'b\n# x.json\n\n!c' | README.md a/README.md a/x.json b/c/x.json x.json",
                "'!b\nb'   | README.md a/README.md a/x.json x.json",
            })
    void shouldLeaveOutWhatIsIgnored(String patterns, String left) throws IOException {
        for (String name : List.of("README.md", "x.json", "a/README.md", "a/x.json", "b/x.yaml", "b/c/x.json")) {
            write(name, "");
        }
        write(".indexignore", patterns);

        assertThat(names()).containsExactly(left.split(" "));
    }

    @Test
    void shouldScopePatternsToTheirDirectory() throws IOException {
        for (String name : List.of("x", "a/x", "a/b/x")) {
            write(name, "");
        }
        write("a/.indexignore", "/x\n");

        assertThat(names()).containsExactly("a/b/x", "x");
    }

    @Test
    void shouldNotTakeLongForPatternsWithManyStars() throws IOException {
        write("a".repeat(200), "");
        write(".indexignore", "*a".repeat(100) + "b\n");

        assertThat(names()).hasSize(1);
    }

    @Test
    void shouldRefusePatternsThatTakeTooLongToMatch() throws IOException {
        write("a/.indexignore", ("*[" + "b".repeat(30_000) + "a]z\n").repeat(2));
        for (int i = 0; i < 200; i++) {
            write("a/" + "a".repeat(200) + i, "");
        }

        assertThatThrownBy(this::names)
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageContaining("which takes too long to match; use fewer or shorter patterns");
    }

    @Test
    void shouldFollowLinksToFilesOnly() throws IOException {
        write("target.json", "{\"schema\":\"a\"}");
        Files.createSymbolicLink(root.resolve("link.json"), root.resolve("target.json"));
        assertThat(names()).containsExactly("link.json", "target.json");

        Files.createSymbolicLink(root.resolve("dir"), root);
        assertThatThrownBy(this::names)
                .hasMessage("dir:1: the file cannot be read: it is a link to a directory; copy the directory here");

        Files.delete(root.resolve("dir"));
        Files.createSymbolicLink(root.resolve("broken"), root.resolve("nowhere"));
        assertThatThrownBy(this::names).hasMessage("broken:1: the file cannot be read: it is a link to nothing");
    }

    @Test
    void shouldRefuseWhatIsNoDirectory() {
        assertThatThrownBy(() -> CatalogFiles.list(root.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("is not a directory");
    }

    @Test
    void shouldNameTheFileInErrors() throws IOException {
        write("p/catalog.yaml", "schema: a\n---\n- x\n");

        assertThatThrownBy(() -> new CatalogReader().readDirectory(root, _ -> {}))
                .hasMessageStartingWith("p/catalog.yaml:3: ");
    }

    @Test
    void shouldRefuseIgnoreFileThatIsNotText() throws IOException {
        Files.write(root.resolve(".indexignore"), new byte[] {'a', (byte) 0xff});

        assertThatThrownBy(this::names)
                .isInstanceOf(TextSyntaxException.class)
                .hasMessage(".indexignore:1: the text is not valid UTF-8");
    }

    @Test
    void shouldRefuseLargeIgnoreFile() throws IOException {
        write(".indexignore", "x".repeat(65_537));

        assertThatThrownBy(this::names)
                .hasMessage(".indexignore:1: the file is larger than the limit of 65536 bytes; use fewer patterns");
    }

    @Test
    void shouldRefuseManyPatternsOfAllIgnoreFilesTogether() throws IOException {
        write("a/.indexignore", "x\n".repeat(1_000));
        write("b/.indexignore", "x\n");

        assertThatThrownBy(this::names)
                .hasMessage(
                        "b/.indexignore:1: the catalog has more than 1000 patterns in files .indexignore; use fewer");
    }
}
