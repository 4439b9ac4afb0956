package io.olm4j.oci.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.testsupport.Gzip;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of {@link LayerStream}: detection of compression, and damaged data. */
class LayerStreamTest {

    private static final byte[] TAR =
            new Layers().file("a", "x".repeat(100_000)).tar();
    private static final byte[] HEAD = Arrays.copyOf(TAR, 1000);
    private static final byte[] TAIL = Arrays.copyOfRange(TAR, 1000, TAR.length);

    /** A skippable zstd frame with four bytes; tools store an index in such frames. */
    private static final byte[] SKIPPABLE = {0x5a, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4};

    @TempDir
    Path scratch;

    static Stream<Named<byte[]>> layers() {
        return Stream.of(
                Named.of("plain", TAR),
                Named.of("gzip", Gzip.of(TAR)),
                Named.of("gzip of two members", Layers.concat(Gzip.of(HEAD), Gzip.of(TAIL))),
                Named.of("zstd", Layers.zstd(TAR)),
                Named.of("zstd of two frames", Layers.concat(Layers.zstd(HEAD), Layers.zstd(TAIL))),
                Named.of("zstd after a frame to skip", Layers.concat(SKIPPABLE, Layers.zstd(TAR))),
                Named.of("zstd before a frame to skip", Layers.concat(Layers.zstd(TAR), SKIPPABLE)),
                Named.of("zstd with the largest window", Layers.zstd(TAR, 27)));
    }

    @ParameterizedTest
    @MethodSource("layers")
    void shouldGiveTheArchiveWhateverItsCompression(byte[] layer) throws Exception {
        try (InputStream content = LayerStream.open(Files.write(scratch.resolve("layer"), layer))) {
            assertThat(content.readAllBytes()).isEqualTo(TAR);
        }
    }

    @Test
    void shouldHoldTheWindowOfOneZstdLayerAtATime() throws Exception {
        // Given
        Path layer = Files.write(scratch.resolve("layer"), Layers.zstd(TAR, 27));
        var second = new CompletableFuture<byte[]>();
        Thread reader = new Thread(() -> {
            try (InputStream content = LayerStream.open(layer)) {
                second.complete(content.readAllBytes());
            } catch (Exception e) {
                second.completeExceptionally(e);
            }
        });

        // When
        try (InputStream first = LayerStream.open(layer)) {
            reader.start();
            await().atMost(Duration.ofMinutes(2)).until(() -> reader.getState() == Thread.State.WAITING);
            assertThat(first.readAllBytes()).isEqualTo(TAR);
        }

        // Then
        assertThat(second.get(2, TimeUnit.MINUTES)).isEqualTo(TAR);
    }

    static Stream<byte[]> shortLayers() {
        return Stream.of("", "x", "xyz").map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("shortLayers")
    void shouldGiveTheWholeTextWhenShorterThanAnyMark(byte[] layer) throws Exception {
        try (InputStream content = LayerStream.open(Files.write(scratch.resolve("layer"), layer))) {
            assertThat(content.readAllBytes()).isEqualTo(layer);
        }
    }

    static Stream<Named<byte[]>> damaged() {
        byte[] gzip = Gzip.of(TAR);
        byte[] zstd = Layers.zstd(TAR);
        return Stream.of(
                Named.of("gzip cut in half", Arrays.copyOf(gzip, gzip.length / 2)),
                Named.of("gzip cut in its second member", Arrays.copyOf(Layers.concat(gzip, gzip), gzip.length + 40)),
                Named.of("zstd cut in half", Arrays.copyOf(zstd, zstd.length / 2)),
                Named.of("zstd that asks for 2 GiB", Layers.zstd(TAR, 31)));
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void shouldRefuseWhenDamaged(byte[] layer) throws Exception {
        // Given
        Path file = Files.write(scratch.resolve("layer"), layer);
        Path root = Files.createDirectory(scratch.resolve("root"));

        // Then
        assertThatThrownBy(() -> new LayerExtractor(root, "", ImageLimits.DEFAULT).apply(file))
                .isInstanceOf(ContentException.class)
                .hasMessageStartingWith("a layer is not a readable tar archive (");
    }

    @ParameterizedTest
    @MethodSource("layers")
    void shouldNotBlameTheLayerWhenItsFileCannotBeRead(byte[] layer) throws Exception {
        // Given
        Path root = Files.createDirectory(scratch.resolve("root"));

        for (int readable : new int[] {0, 3, layer.length / 2, layer.length - 1}) {
            // Then
            assertThatThrownBy(() -> new LayerExtractor(root, "", ImageLimits.DEFAULT)
                            .apply(LayerStream.of(brokenAfter(readable, layer))))
                    .as("%s bytes of %s", readable, layer.length)
                    .isInstanceOf(IOException.class)
                    .hasMessage("a downloaded layer cannot be read: Stream closed");
        }
    }

    /** A file that cannot be read to its end. */
    private static InputStream brokenAfter(int readable, byte[] layer) throws IOException {
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        return new SequenceInputStream(new ByteArrayInputStream(layer, 0, readable), broken);
    }

    @Test
    void shouldRefuseWhenGzipHeaderIsDamaged() throws Exception {
        Path file = Files.write(scratch.resolve("layer"), new byte[] {0x1f, (byte) 0x8b, 0x77, 0, 0, 0});

        assertThatThrownBy(() -> LayerStream.open(file))
                .isInstanceOf(ContentException.class)
                .hasMessageStartingWith("a layer is not a readable gzip file (");
    }
}
