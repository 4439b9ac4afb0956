package io.olm4j.oci.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link LayerExtractor}. */
class LayerExtractorTest {

    @TempDir
    Path scratch;

    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(scratch.resolve("root"));
    }

    @Test
    void shouldWriteFilesWhenLayersStack() throws Exception {
        // When
        apply(
                "",
                new Layers()
                        .directory("manifests")
                        .file("manifests/csv.yaml", "old")
                        .gzip(),
                new Layers()
                        .file("./manifests/csv.yaml", "new")
                        .file("/metadata/annotations.yaml", "a")
                        .tar());

        // Then
        assertThat(root.resolve("manifests/csv.yaml")).hasContent("new");
        assertThat(root.resolve("metadata/annotations.yaml")).hasContent("a");
    }

    @Test
    void shouldDeleteWhenWhitedOut() throws Exception {
        // When
        apply(
                "",
                new Layers()
                        .file("a/x", "1")
                        .file("a/y", "1")
                        .file("b/z", "1")
                        .file("c/old", "1")
                        .tar(),
                new Layers()
                        .file("a/.wh.x", "")
                        .file(".wh.b", "")
                        .file("c/new", "2")
                        .file("c/.wh..wh..opq", "")
                        .tar());

        // Then
        assertThat(root.resolve("a")).isDirectoryNotContaining("glob:**x").isDirectoryContaining("glob:**y");
        assertThat(root.resolve("b")).doesNotExist();
        assertThat(root.resolve("c/old")).doesNotExist();
        assertThat(root.resolve("c/new")).hasContent("2");
    }

    @Test
    void shouldKeepOnlyDirectoryWhenOneIsAskedFor() throws Exception {
        // When
        apply(
                "srv/configs",
                new Layers()
                        .file("bin/opm", "x")
                        .file("srv/configs/p/c.yaml", "y")
                        .file("srv/configs-old/c.yaml", "z")
                        .tar());

        // Then
        assertThat(root.resolve("srv/configs/p/c.yaml")).exists();
        assertThat(root.resolve("bin")).doesNotExist();
        assertThat(root.resolve("srv/configs-old")).doesNotExist();
    }

    @Test
    void shouldEmptyDirectoryWhenItsParentIsWhitedOut() throws Exception {
        // When
        apply(
                "srv/configs",
                new Layers().file("srv/configs/old.yaml", "x").tar(),
                new Layers()
                        .file(".wh.srv", "")
                        .file("srv/configs/new.yaml", "y")
                        .tar());

        // Then
        assertThat(root.resolve("srv/configs/old.yaml")).doesNotExist();
        assertThat(root.resolve("srv/configs/new.yaml")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../evil", "a/../../evil", "/../evil", "..", ".wh...", "a/.wh...", ".wh."})
    void shouldRefuseWhenEntryLeavesImage(String name) {
        assertThatThrownBy(() -> apply("", new Layers().file(name, "x").tar())).isInstanceOf(ContentException.class);
        assertThat(scratch.resolve("evil")).doesNotExist();
        assertThat(root).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/etc/passwd", "../../../../etc/passwd", "d/../../../etc/passwd", "/", "..", "."})
    void shouldKeepLinksInsideWhenTheyPointOutside(String target) throws Exception {
        // When
        apply("", new Layers().directory("d").symlink("d/link", target).tar());

        // Then
        Path link = root.resolve("d/link");
        assertThat(root.resolve("d").resolve(Files.readSymbolicLink(link)).normalize())
                .startsWithRaw(root);
    }

    @Test
    void shouldWriteInsideWhenParentIsALinkToOutside() throws Exception {
        // Given
        Path outside = Files.createDirectory(scratch.resolve("outside"));

        // When
        apply(
                "",
                new Layers()
                        .symlink("up", "..")
                        .symlink("abs", outside.toString())
                        .tar(),
                new Layers().file("up/outside/x", "1").file("abs/y", "2").tar());

        // Then
        assertThat(outside).isEmptyDirectory();
        assertThat(root.resolve("outside/x")).hasContent("1");
    }

    @Test
    void shouldFollowLinkInsideWhenLaterLayerWritesThroughIt() throws Exception {
        // When
        apply(
                "",
                new Layers().directory("usr/bin").symlink("bin", "usr/bin").tar(),
                new Layers().file("bin/opm", "x").tar());

        // Then
        assertThat(root.resolve("usr/bin/opm")).hasContent("x");
    }

    @Test
    void shouldReplaceLinkWhenFileHasItsName() throws Exception {
        // Given
        Path outside = Files.writeString(scratch.resolve("victim"), "safe");

        // When
        apply("", new Layers().symlink("a", "../victim").file("a", "own").tar());

        // Then
        assertThat(outside).hasContent("safe");
        assertThat(root.resolve("a")).hasContent("own");
    }

    @Test
    void shouldRefuseWhenLinksLoop() {
        assertThatThrownBy(() -> apply(
                        "",
                        new Layers()
                                .symlink("a", "b")
                                .symlink("b", "a")
                                .file("a/x", "1")
                                .tar()))
                .hasMessageContaining("loop of symbolic links");
    }

    @Test
    void shouldLinkHardWhenTargetIsInImage() throws Exception {
        // When
        apply("", new Layers().file("a", "x").hardlink("b", "/a").tar());

        // Then
        assertThat(root.resolve("b")).hasContent("x");
        assertThatThrownBy(() ->
                        apply("", new Layers().hardlink("c", "../../etc/passwd").tar()))
                .isInstanceOf(ContentException.class);
        assertThatThrownBy(() -> apply(
                        "", new Layers().file("d/a", "x").hardlink("d", "d/a").tar()))
                .isInstanceOf(ContentException.class)
                .hasMessage("\"d\" is a hard link to a file below it");
        assertThatThrownBy(() -> apply("", new Layers().hardlink("c", "missing").tar()))
                .isInstanceOf(ContentException.class);
    }

    @Test
    void shouldLeaveOutDevices() throws Exception {
        // When
        apply("", new Layers().device("dev/null").file("x", "1").tar());

        // Then
        assertThat(root.resolve("dev")).doesNotExist();
        assertThat(root.resolve("x")).exists();
    }

    @Test
    void shouldFillHolesWhenFileIsSparse() throws Exception {
        // When
        apply("", new Layers().sparse("hole", 3).file("next", "x").tar());

        // Then
        assertThat(root.resolve("hole")).hasBinaryContent(new byte[3]);
        assertThat(root.resolve("next")).hasContent("x");
    }

    @Test
    void shouldReadGlobalHeaderWhenSmall() throws Exception {
        apply(
                "",
                new Layers().globalHeader("comment", "a commit").file("f", "x").tar());

        assertThat(root.resolve("f")).hasContent("x");
    }

    @Test
    void shouldWriteLongAndForeignNamesWhenHeadersCarryThem() throws Exception {
        // Given
        String gnu = "d/".repeat(60) + "gnu";
        String pax = "é/".repeat(100) + "ü";

        // When
        apply("", new Layers().longName(gnu).file("short", "1").file(pax, "2").tar());

        // Then
        assertThat(root.resolve(gnu)).hasContent("1");
        assertThat(root.resolve(pax)).hasContent("2");
        assertThat(root.resolve("short")).doesNotExist();
    }

    @Test
    void shouldKeepLastWhenEntriesRepeat() throws Exception {
        // When
        apply(
                "",
                new Layers()
                        .file("a", "1")
                        .hardlink("b", "a")
                        .file("a", "2")
                        .file("dir/x", "1")
                        .file("dir", "now a file")
                        .file("file", "1")
                        .file("file/below", "2")
                        .symlink("link", "a")
                        .directory("link")
                        .file("Case", "1")
                        .file("case", "2")
                        .tar());

        // Then
        assertThat(root.resolve("a")).hasContent("2");
        assertThat(root.resolve("b")).hasContent("1");
        assertThat(root.resolve("dir")).hasContent("now a file");
        assertThat(root.resolve("file/below")).hasContent("2");
        assertThat(Files.isDirectory(root.resolve("link"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertThat(root.resolve("Case")).hasContent("1");
    }

    @Test
    void shouldDeleteOfLowerLayersOnlyWhenWhiteoutComesLast() throws Exception {
        // When
        apply(
                "",
                new Layers().file("a", "1").file("d/old", "1").file("gone", "1").tar(),
                new Layers()
                        .file("a", "2")
                        .file(".wh.a", "")
                        .file("d/new", "2")
                        .file(".wh.d", "")
                        .file(".wh.gone", "")
                        .tar());

        // Then
        assertThat(root.resolve("a")).hasContent("2");
        assertThat(root.resolve("d/new")).hasContent("2");
        assertThat(root.resolve("d/old")).doesNotExist();
        assertThat(root.resolve("gone")).doesNotExist();
    }

    @Test
    void shouldDeleteThroughLinksInsideWhenWhitedOut() throws Exception {
        // Given
        Path outside = Files.createDirectories(scratch.resolve("outside"));
        Files.writeString(outside.resolve("x"), "safe");

        // When
        apply(
                "",
                new Layers()
                        .file("real/x", "1")
                        .symlink("in", "real")
                        .symlink("out", outside.toString())
                        .tar(),
                new Layers()
                        .file("in/.wh.x", "")
                        .file("out/.wh.x", "")
                        .file("out/.wh..wh..opq", "")
                        .tar());

        // Then
        assertThat(root.resolve("real/x")).doesNotExist();
        assertThat(outside.resolve("x")).hasContent("safe");
    }

    @Test
    void shouldKeepLinkInsideWhenItIsLinkedHardFromElsewhere() throws Exception {
        // When
        apply(
                "",
                new Layers()
                        .symlink("a/b/c/link", "/x")
                        .hardlink("link", "a/b/c/link")
                        .file("configs/real.yaml", "x")
                        .symlink("configs/a/absolute", "/configs/real.yaml")
                        .hardlink("configs/b/c/absolute", "configs/a/absolute")
                        .symlink("configs/a/clamped", "../../../configs/real.yaml")
                        .hardlink("configs/clamped", "configs/a/clamped")
                        .symlink("configs/a/own", "../a/absolute")
                        .hardlink("configs/b/own", "configs/a/own")
                        .tar());

        // Then
        assertThat(root.resolve("configs/b/c/absolute")).hasContent("x");
        assertThat(root.resolve("configs/clamped")).hasContent("x");
        assertThat(root.resolve("configs/b/own")).hasContent("x");
        assertThat(root.resolve(Files.readSymbolicLink(root.resolve("link"))).normalize())
                .startsWithRaw(root);
    }

    @ParameterizedTest
    @ValueSource(bytes = {'3', '4', '6', 'V', 'M', 'Z'})
    void shouldRemoveWhatWasThereWhenEntryIsNoFile(byte type) throws Exception {
        // When
        apply(
                "",
                new Layers().file("a", "1").tar(),
                new Layers().typed(type, "a").tar());

        // Then
        assertThat(root.resolve("a")).doesNotExist();
    }

    private void apply(String directory, byte[]... layers) throws Exception {
        Layers.apply(root, directory, ImageLimits.DEFAULT, layers);
    }
}
