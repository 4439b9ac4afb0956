package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.testsupport.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Builds the image onto a base in the registry of the local cluster, and runs olm out of the unpacked image. */
class ImageIT {

    private static final String REPOSITORY = "olm4j";
    private static final long MEBIBYTE = 1 << 20;

    private static final String TAG = "first";

    @TempDir
    private static Path directory;

    private static TestImages images = new TestImages("", Path.of(""));
    private static String base = "";
    private static List<Distribution> distributions = List.of();
    private static String digest = "";

    @BeforeAll
    static void publishOntoBase() throws Exception {
        images = new TestImages(TestCluster.shared().cluster().registryHost(), directory);
        base = images.pushBase();
        distributions = both(BuiltDistribution.get().distribution());
        digest = publish(TAG);
    }

    /**
     * A build machine may lack a JDK of the other platform: its distribution is stood in for by one without a cache.
     */
    private static List<Distribution> both(Distribution own) throws Exception {
        DistributionPlatform other =
                own.platform() == DistributionPlatform.X64 ? DistributionPlatform.AARCH64 : DistributionPlatform.X64;
        Path copy = directory.resolve("other");
        Trees.copy(own.directory(), copy);
        Files.delete(copy.resolve("lib").resolve("controllers.aot"));
        return List.of(own, new Distribution(other, copy));
    }

    private static String publish(String tag) throws Exception {
        ImageSpec spec = new ImageSpec(
                images.registry() + "/" + REPOSITORY + ":" + tag,
                base,
                "1.2.3",
                "0123abc",
                Optional.of("https://example.org/olm4j"),
                BuiltDistribution.TIME);
        return new ImagePublisher(spec, directory.resolve("cache-" + tag)).publish(distributions);
    }

    @Test
    void shouldGiveTheSameDigestTwice() throws Exception {
        assertThat(publish("second")).isEqualTo(digest);
    }

    @Test
    void shouldHoldAnImageForEachPlatformOnTheBase() throws Exception {
        JsonNode index = images.manifest(REPOSITORY, TAG);
        assertThat(index).isEqualTo(images.manifest(REPOSITORY, digest));
        List<String> platforms = new ArrayList<>();
        for (JsonNode entry : index.path("manifests")) {
            JsonNode manifest = images.manifest(REPOSITORY, entry.path("digest").asText());
            JsonNode config = images.config(REPOSITORY, manifest);
            platforms.add(entry.path("platform").path("os").asText() + "/"
                    + entry.path("platform").path("architecture").asText());
            assertThat(config.path("architecture"))
                    .isEqualTo(entry.path("platform").path("architecture"));
            assertThat(manifest.path("layers")).hasSize(4);
            assertThat(size(manifest)).isLessThan(250 * MEBIBYTE);
        }
        assertThat(platforms).containsExactlyInAnyOrder("linux/amd64", "linux/arm64");
    }

    @Test
    void shouldNameAUserOtherThanRootAndSayWhatItIs() throws Exception {
        JsonNode config = images.config(REPOSITORY, own()).path("config");
        assertThat(config.path("User").asText()).isEqualTo("65532:65532");
        assertThat(config.path("Entrypoint")).hasSize(1);
        assertThat(config.path("Entrypoint").path(0).asText()).isEqualTo("/opt/olm4j/bin/olm");
        assertThat(config.path("Labels").path("org.opencontainers.image.title").asText())
                .isEqualTo("olm4j");
        assertThat(config.path("Labels")
                        .path("org.opencontainers.image.version")
                        .asText())
                .isEqualTo("1.2.3");
        assertThat(config.path("Labels")
                        .path("org.opencontainers.image.revision")
                        .asText())
                .isEqualTo("0123abc");
        assertThat(config.path("Labels")
                        .path("org.opencontainers.image.licenses")
                        .asText())
                .isEqualTo(ImageSpec.LICENSES);
        assertThat(config.path("Labels").path("org.opencontainers.image.source").asText())
                .isEqualTo("https://example.org/olm4j");
    }

    @Test
    void shouldRunOutOfTheUnpackedImage() throws Exception {
        JsonNode manifest = own();

        Path root = images.unpack(REPOSITORY, manifest);

        assertThat(root.resolve("etc").resolve("base")).hasContent("of the base\n");
        String entryPoint = images.config(REPOSITORY, manifest)
                .path("config")
                .path("Entrypoint")
                .path(0)
                .asText();
        String olm = root + entryPoint;
        Map<String, String> cacheRequired = Map.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on");
        Program version = Program.run(Map.of(), List.of(olm, "version"));
        Program help = Program.run(cacheRequired, List.of(olm, "run", "--help"));
        assertThat(version.exit()).as(version.err()).isZero();
        assertThat(version.out()).contains("Version: ", "API versions: olm.operatorframework.io/v1");
        assertThat(help.exit()).as(help.err()).isZero();
        assertThat(help.out()).contains("Usage: olm run");
    }

    private static JsonNode own() throws Exception {
        return images.manifest(
                REPOSITORY, TAG + "-" + DistributionPlatform.current().architecture());
    }

    private static long size(JsonNode manifest) {
        return StreamSupport.stream(manifest.path("layers").spliterator(), false)
                .mapToLong(layer -> layer.path("size").asLong())
                .sum();
    }
}
