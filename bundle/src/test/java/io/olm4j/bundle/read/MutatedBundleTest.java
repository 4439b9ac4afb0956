package io.olm4j.bundle.read;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damages a bundle at random. The outcome must be a result, never an exception. */
class MutatedBundleTest {
    private static final Path SOURCE = Path.of("src/test/resources/render/webhooks-cert-manager");
    private static final String ANNOTATIONS = "metadata/annotations.yaml";
    private static final String CSV = "manifests/csv.yaml";
    private static final int ROUNDS = 300;
    private static final String[] PIECES = {
        "null",
        "{}",
        "[]",
        "- ",
        ": ",
        "\n",
        "  ",
        "&a ",
        "*a",
        "!!binary x",
        "<<: ",
        "'",
        "\"",
        "#",
        "---\n",
        "1e999",
        "\t",
        "|\n",
        "? ",
        "0x",
        "~",
        "\u0000",
        "é",
        "{",
        "]",
        "9999999999999999999999",
        "Ki",
        "kind: List\nitems:\n"
    };

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldGiveAResultWhenTextIsDamaged(long seed) throws IOException {
        // given
        Random random = new Random(seed);
        String csv = Files.readString(SOURCE.resolve(CSV));
        BundleDirectory bundle =
                new BundleDirectory(directory).with(ANNOTATIONS, Files.readString(SOURCE.resolve(ANNOTATIONS)));

        for (int round = 0; round < ROUNDS; round++) {
            // when
            String damaged = damaged(csv, random);
            bundle.with(CSV, damaged.getBytes(random.nextInt(20) == 0 ? ISO_8859_1 : UTF_8));

            // then
            switch (BundleReader.read(directory)) {
                case BundleReading.Read(RegistryV1 read) ->
                    assertThat(Renderer.render(
                                    read, new RenderOptions("ns", Optional.empty(), CertificateProvider.CERT_MANAGER)))
                            .isNotNull();
                case BundleReading.Unreadable unreadable ->
                    assertThat(unreadable.findings())
                            .as("seed %d, round %d", seed, round)
                            .isNotEmpty()
                            .allSatisfy(finding -> assertThat(finding.message()).contains(finding.file()));
            }
        }
    }

    private static String damaged(String text, Random random) {
        StringBuilder result = new StringBuilder(text);
        for (int i = 0; i <= random.nextInt(3); i++) {
            int from = random.nextInt(result.length());
            int to = Math.min(result.length(), from + random.nextInt(12));
            result.replace(from, to, PIECES[random.nextInt(PIECES.length)]);
        }
        return result.toString();
    }
}
