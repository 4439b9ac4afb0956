package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
    void shouldRefuseWhenUnpackedSizeIsBeyondLimit() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 10, 3);
        byte[] bomb = new Layers().file("a", "0".repeat(1_000_000)).gzip();

        // Then
        assertThatThrownBy(() -> apply(limits, "", bomb))
                .hasMessage("the image is larger than 100000 bytes when unpacked");
    }

    @Test
    void shouldCountWhatIsNotKeptWhenLimiting() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 10, 3);
        byte[] bomb = new Layers().file("bin/a", "0".repeat(1_000_000)).gzip();

        // Then
        assertThatThrownBy(() -> apply(limits, "configs", bomb)).isInstanceOf(ContentException.class);
    }

    @Test
    void shouldRefuseWhenThereAreTooManyFiles() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 10, 3);
        Layers layers = new Layers();
        for (int i = 0; i < 11; i++) {
            layers.file("f" + i, "");
        }

        // Then
        assertThatThrownBy(() -> apply(limits, "", layers.tar())).hasMessage("the image has more than 10 files");
    }

    @Test
    void shouldRefuseWhenNameIsHuge() {
        assertThatThrownBy(() -> apply(
                        "",
                        new Layers()
                                .longName("a".repeat(3 << 20))
                                .file("b", "x")
                                .tar()))
                .hasMessage("an archive entry has a header of more than 1048576 bytes");
        assertThatThrownBy(() ->
                        apply("", new Layers().file("a/".repeat(300) + "b", "x").tar()))
                .hasMessageContaining("deeper than 255");
    }

    @Test
    void shouldRefuseWhenArchiveIsBroken() {
        // Given
        byte[] layer = new Layers().file("a", "x".repeat(10_000)).gzip();

        // Then
        assertThatThrownBy(() -> apply("", Arrays.copyOf(layer, layer.length / 2)))
                .isInstanceOf(ContentException.class)
                .hasMessageStartingWith("a layer is not a readable tar archive");
        assertThatThrownBy(() -> apply("", "x".repeat(2000).getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isInstanceOf(ContentException.class);
    }

    private void apply(String directory, byte[]... layers) throws Exception {
        apply(ImageLimits.DEFAULT, directory, layers);
    }

    private void apply(ImageLimits limits, String directory, byte[]... layers) throws Exception {
        LayerExtractor extractor = new LayerExtractor(root, directory, limits);
        for (byte[] layer : layers) {
            Path file = Files.write(scratch.resolve("layer"), layer);
            extractor.apply(file, MediaTypes.OCI_LAYER_GZIP);
        }
    }
}
