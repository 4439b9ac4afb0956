package io.olm4j.oci.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ImageLayout}. */
class ImageLayoutTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private final ImageBuilder builder = new ImageBuilder();

    private static BuiltImage image(String content) throws IOException {
        return new ImageBuilder()
                .addFile("a.txt", content.getBytes(StandardCharsets.UTF_8))
                .label("k", "v")
                .build();
    }

    private Path layout() {
        return directory.resolve("layout");
    }

    private JsonNode json(String file) throws IOException {
        return JSON.readTree(Files.readAllBytes(layout().resolve(file)));
    }

    @Test
    void shouldWriteEveryBlobUnderItsDigest() throws Exception {
        BuiltImage image = image("one");

        new ImageLayout(layout()).write(image, Optional.of("v1"));

        assertThat(json("oci-layout").path("imageLayoutVersion").asText()).isEqualTo("1.0.0");
        JsonNode manifest = json("index.json").at("/manifests/0");
        assertThat(manifest.path("digest").asText()).isEqualTo(image.digest().toString());
        assertThat(manifest.path("mediaType").asText()).isEqualTo("application/vnd.oci.image.manifest.v1+json");
        assertThat(manifest.at("/annotations/org.opencontainers.image.ref.name").asText())
                .isEqualTo("v1");
        try (Stream<Path> blobs = Files.list(layout().resolve("blobs/sha256"))) {
            assertThat(blobs.toList())
                    .hasSize(3)
                    .allSatisfy(blob -> assertThat(
                                    Digest.sha256(Files.readAllBytes(blob)).hex())
                            .isEqualTo(blob.getFileName().toString()));
        }
        assertThat(Files.size(
                        layout().resolve("blobs/sha256").resolve(image.digest().hex())))
                .isEqualTo(manifest.path("size").asLong());
    }

    @Test
    void shouldKeepOtherImagesAndReplaceTheTag() throws Exception {
        ImageLayout layout = new ImageLayout(layout());

        layout.write(image("one"), Optional.of("v1"));
        layout.write(image("two"), Optional.of("v2"));
        layout.write(image("three"), Optional.of("v1"));
        layout.write(image("four"), Optional.empty());
        layout.write(image("four"), Optional.empty());

        assertThat(json("index.json").path("manifests").findValuesAsText("digest"))
                .containsExactly(
                        image("two").digest().toString(),
                        image("three").digest().toString(),
                        image("four").digest().toString());
    }

    @Test
    void shouldNotWriteIntoAnotherDirectory() throws Exception {
        Files.createDirectories(layout());
        Files.writeString(layout().resolve("precious.txt"), "x");

        assertThatThrownBy(() -> new ImageLayout(layout()).write(builder.build(), Optional.empty()))
                .isInstanceOf(ImageException.class)
                .hasMessage(layout() + " is not empty and holds no OCI layout; name another directory");
        assertThat(layout().resolve("blobs")).doesNotExist();
    }

    @Test
    void shouldRefuseATornIndex() throws Exception {
        Files.createDirectories(layout());
        Files.writeString(layout().resolve("index.json"), "{");

        assertThatThrownBy(() -> new ImageLayout(layout()).write(builder.build(), Optional.empty()))
                .isInstanceOf(ImageException.class)
                .hasMessageContaining("index.json is not valid JSON");
    }
}
