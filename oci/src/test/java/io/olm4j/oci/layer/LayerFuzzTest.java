package io.olm4j.oci.layer;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.RegistryTimeouts;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of layers: tar archives, plain and compressed. */
class LayerFuzzTest {
    private static final ImageLimits LIMITS =
            new ImageLimits(1 << 20, 1 << 20, 1 << 20, 1 << 20, 100, 3, RegistryTimeouts.DEFAULT);

    @TempDir
    Path scratch;

    @Test
    void shouldUnpackOrRefuseLayersAndStayInside() throws IOException {
        Path outside = Files.writeString(scratch.resolve("outside"), "unchanged");
        Path layer = scratch.resolve("layer");
        Path root = scratch.resolve("root");

        Fuzzing.from(List.of(layers().tar(), other().tar(), layers().gzip(), Layers.zstd(other().tar())))
                .slow()
                .withWords(
                        "../outside",
                        "/outside",
                        "/../../outside",
                        ".wh.",
                        ".wh..wh..opq",
                        "ustar\0",
                        "ustar  \0",
                        "././@LongLink",
                        "20 path=../outside\n",
                        "GNU.sparse.major=1\n",
                        "00000000010\0",
                        "\0\0\0\0",
                        "77777777777\0")
                .allowing(ContentException.class)
                .bytes(content -> {
                    Files.write(layer, content);
                    Files.createDirectories(root);
                    try {
                        new LayerExtractor(root, "", LIMITS).apply(layer);
                    } finally {
                        DirectoryTree.delete(root);
                    }
                    assertThat(outside).content().isEqualTo("unchanged");
                });

        try (Stream<Path> files = Files.list(scratch)) {
            assertThat(files).containsExactlyInAnyOrder(outside, layer);
        }
    }

    private static Layers layers() {
        return new Layers()
                .directory("configs")
                .file("configs/a.yaml", "schema: olm.package\n")
                .symlink("configs/link", "../configs")
                .file("configs/link/b.yaml", "x")
                .hardlink("configs/c.yaml", "configs/a.yaml")
                .file("configs/.wh.a.yaml", "");
    }

    private static Layers other() {
        return new Layers()
                .longName("d/" + "f".repeat(120))
                .file("short", "x")
                .globalHeader("comment", "c")
                .sparse("sparse", 1_000)
                .device("dev")
                .file("configs/.wh..wh..opq", "");
    }
}
