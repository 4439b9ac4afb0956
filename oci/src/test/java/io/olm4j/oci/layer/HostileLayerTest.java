package io.olm4j.oci.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.RegistryTimeouts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link LayerExtractor} with layers that are damaged, or made to exhaust it. */
class HostileLayerTest {

    @TempDir
    Path scratch;

    private Path root;

    @BeforeEach
    void makeRoot() throws IOException {
        root = Files.createDirectory(scratch.resolve("root"));
    }

    @Test
    void shouldRefuseWhenUnpackedSizeIsBeyondLimit() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);
        byte[] bomb = new Layers().file("a", "0".repeat(1_000_000)).gzip();

        // Then
        assertThatThrownBy(() -> apply(limits, "", bomb))
                .hasMessage("the image is larger than the limit of 100000 bytes when unpacked"
                        + "; build it from scratch, with the files of the bundle or catalog only");
    }

    @Test
    void shouldCountDroppedEntriesWhenLimiting() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);
        byte[] bomb = new Layers().file("bin/a", "0".repeat(1_000_000)).gzip();

        // Then
        assertThatThrownBy(() -> apply(limits, "configs", bomb)).isInstanceOf(ContentException.class);
    }

    @Test
    void shouldLimitWhatIsKeptOfAllLayersTogether() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 5_000, 10, 3, RegistryTimeouts.DEFAULT);
        byte[] others = new Layers().file("bin/a", "0".repeat(20_000)).tar();
        byte[] kept = new Layers().file("configs/a", "0".repeat(3_000)).tar();

        // Then
        assertThatCode(() -> apply(limits, "configs", others, kept)).doesNotThrowAnyException();
        assertThatThrownBy(() -> apply(limits, "configs", others, kept, kept))
                .isInstanceOf(ContentException.class)
                .hasMessage("the directory of the catalog in the image is larger than the limit of 5000 bytes"
                        + "; divide the catalog, or leave out what does not belong to it");
    }

    @Test
    void shouldRefuseWhenThereAreTooManyFiles() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);
        Layers layers = new Layers();
        for (int i = 0; i < 11; i++) {
            layers.file("f" + i, "");
        }

        // Then
        assertThatThrownBy(() -> apply(limits, "", layers.tar()))
                .hasMessage("the image has more files than the limit of 10"
                        + "; build it from scratch, with the files of the bundle or catalog only");
    }

    @Test
    void shouldRefuseWhenALayerReplacesADirectoryAgainAndAgain() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);
        Layers layers = new Layers();
        for (int i = 0; i < 4; i++) {
            layers.file("d/f" + i, "");
        }
        for (int i = 0; i < 3; i++) {
            layers.file("d/.wh..wh..opq", "");
        }

        // Then
        assertThatThrownBy(() -> apply(limits, "", layers.tar()))
                .hasMessage("the layers of the image replace directories with more files than the limit of 10"
                        + "; build it from scratch, with the files of the bundle or catalog only");
    }

    @Test
    void shouldRefuseWhenFewEntriesMakeManyDirectories() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);

        // Then
        assertThatThrownBy(() -> apply(
                        limits, "", new Layers().file("d/".repeat(20) + "f", "").tar()))
                .isInstanceOf(ContentException.class)
                .hasMessage("the image has more files than the limit of 10"
                        + "; build it from scratch, with the files of the bundle or catalog only");
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

    @Test
    void shouldRefuseWhenSparseFileIsLargerThanLimit() {
        // Given
        ImageLimits limits = new ImageLimits(1000, 1000, 100_000, 100_000, 10, 3, RegistryTimeouts.DEFAULT);

        // Then
        assertThatThrownBy(() ->
                        apply(limits, "", new Layers().sparse("hole", 1L << 30).tar()))
                .hasMessage("the image is larger than the limit of 100000 bytes when unpacked"
                        + "; build it from scratch, with the files of the bundle or catalog only");
        assertThat(root.resolve("hole").toFile())
                .satisfies(hole -> assertThat(hole.length()).isLessThanOrEqualTo(100_000));
    }

    @Test
    void shouldRefuseWhenGlobalHeadersPileUp() {
        // Given
        Layers layers = new Layers();
        for (int i = 0; i < 10; i++) {
            layers.globalHeader("key" + i, "v".repeat(200_000)).file("f" + i, "");
        }

        // Then
        assertThatThrownBy(() -> apply("", layers.tar()))
                .hasMessage("an archive entry has headers of more than 1048576 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 1001})
    void shouldRefuseWhenEachEntryHasManyHeaders(int count) throws Exception {
        // Given
        Map<String, String> headers =
                IntStream.range(0, count).boxed().collect(Collectors.toMap(i -> "k" + i, _ -> "v"));
        byte[] layer = new Layers().globalHeaders(headers).file("f", "").tar();

        // Then
        if (count > 1000) {
            assertThatThrownBy(() -> apply("", layer))
                    .isInstanceOf(ContentException.class)
                    .hasMessage("an archive entry has more than 1000 extended headers");
        } else {
            apply("", layer);
            assertThat(root.resolve("f")).exists();
        }
    }

    @Test
    void shouldRefuseWhenManyNamesAreLinkedToOneFile() {
        // Given
        Layers layers = new Layers().file("f", "1");
        for (int i = 1; i <= 32_000; i++) {
            layers.hardlink("l" + i, "f");
        }

        // Then
        assertThatThrownBy(() -> apply("", layers.tar()))
                .isInstanceOf(ContentException.class)
                .hasMessage("a layer has more than 32000 hard links to one file");
        assertThat(root.resolve("l31999")).exists();
    }

    @Test
    void shouldRefuseWhenLinksMakeDirectoriesDeeper() {
        // Given
        String deep = "d/".repeat(200);

        // Then
        assertThatThrownBy(() -> apply(
                        "",
                        new Layers()
                                .symlink("l", deep)
                                .file("l/" + deep + "x", "1")
                                .tar()))
                .hasMessage("a layer has directories deeper than 255");
    }

    @Test
    void shouldRefuseWhenNameOrPathIsLong() {
        assertThatThrownBy(() ->
                        apply("", new Layers().file("é".repeat(128), "1").tar()))
                .hasMessage("a layer has a file name of more than 255 bytes");
        assertThatThrownBy(() -> apply(
                        "",
                        new Layers()
                                .file(("x".repeat(99) + "/").repeat(21) + "x", "1")
                                .tar()))
                .hasMessage("a layer has a path of more than 2048 bytes");
        String wide = ("é".repeat(100) + "/").repeat(11) + "x";
        assertThatThrownBy(() -> apply("", new Layers().file(wide, "1").tar()))
                .hasMessage("a layer has a path of more than 2048 bytes");
        assertThatThrownBy(() -> apply("", new Layers().symlink("l", wide).tar()))
                .hasMessage("a layer has a symbolic link with a bad target");
    }

    /** A layer of any bytes is applied or refused, and nothing is written outside. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldApplyOrRefuseWhenBytesAreWrong(long seed) throws Exception {
        // Given
        Random random = new Random(seed);
        byte[] honest = new Layers()
                .globalHeader("comment", "x")
                .directory("d")
                .file("d/" + "n".repeat(120), "content")
                .longName("d/" + "g".repeat(120))
                .file("short", "1")
                .symlink("l", "d")
                .hardlink("h", "short")
                .sparse("hole", 100)
                .file("l/.wh.x", "")
                .tar();
        ImageLimits limits = new ImageLimits(1000, 1000, 1 << 20, 1 << 20, 100, 3, RegistryTimeouts.DEFAULT);

        for (int round = 0; round < 300; round++) {
            byte[] mutant = honest.clone();
            for (int i = random.nextInt(1, 20); i > 0; i--) {
                mutant[random.nextInt(mutant.length)] = (byte) random.nextInt(256);
            }
            // When
            try {
                apply(limits, "", mutant);
            } catch (ContentException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            }
        }

        // Then
        try (Stream<Path> beside = Files.list(scratch)) {
            assertThat(beside).containsExactlyInAnyOrder(root, scratch.resolve("layer"));
        }
    }

    private void apply(String directory, byte[]... layers) throws Exception {
        apply(ImageLimits.DEFAULT, directory, layers);
    }

    private void apply(ImageLimits limits, String directory, byte[]... layers) throws Exception {
        Layers.apply(root, directory, limits, layers);
    }
}
