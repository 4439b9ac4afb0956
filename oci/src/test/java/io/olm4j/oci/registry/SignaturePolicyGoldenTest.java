package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.oci.trust.SignaturePolicies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of {@link SignaturePolicies} against the verdicts of containers/image v5.40.0 on the same policies, images and
 * signatures.
 *
 * <p>Every directory contains a {@code policy.json}, optionally a {@code registries.d}, and {@code expected.tsv} with
 * lines {@code IMAGE<TAB>VERDICT}: {@code accepted}, {@code rejected}, or {@code malformed} for a policy that cannot be
 * used.
 */
class SignaturePolicyGoldenTest {

    static final Path CASES = Path.of("src/test/resources/io/olm4j/oci/policies");

    @TempDir
    static Path scratch;

    private static TestRegistry registry;
    private static SignedImages images;

    @BeforeAll
    static void pushImages() throws Exception {
        registry = new TestRegistry();
        images = new SignedImages(registry.host(), scratch);
    }

    @AfterAll
    static void stop() {
        registry.close();
    }

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.list(CASES)) {
            return directories.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldJudgeAsOriginalDoes(Path directory) throws Exception {
        // Given
        List<String> expected = Files.readAllLines(directory.resolve("expected.tsv"));
        Path config = configure(directory, registry.host(), scratch);
        RegistryClient client =
                RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.in(config)));

        // When
        List<String> actual = new ArrayList<>();
        for (String line : expected) {
            String image = line.substring(0, line.indexOf('\t'));
            actual.add(image + "\t" + judge(client, reference(images, image)));
        }

        // Then
        assertThat(actual).isEqualTo(expected);
    }

    /** Prepares the files of a case: keys are in {@code @KEYS@}, images in the registry, signatures beside them. */
    static Path configure(Path directory, String registry, Path keys) throws IOException {
        Path config = Files.createTempDirectory(keys, "config");
        String policy = Files.readString(directory.resolve("policy.json"));
        Files.writeString(config.resolve("policy.json"), policy.replace("@KEYS@", keys.toString()));
        Files.writeString(
                config.resolve("registries.conf"),
                "[[registry]]\nprefix = \"example.test\"\nlocation = \"" + registry + "\"\n");
        Path own = directory.resolve("registries.d/signatures.yaml");
        Files.createDirectory(config.resolve("registries.d"));
        Files.writeString(
                config.resolve("registries.d/signatures.yaml"),
                Files.exists(own)
                        ? Files.readString(own).replace("@HOST@", registry)
                        : "default-docker:\n  use-sigstore-attachments: true\n");
        return config;
    }

    /** The full reference of {@code signed:v1} or {@code signed@DIGEST}. */
    static String reference(SignedImages images, String image) throws IOException {
        return image.endsWith("@DIGEST")
                ? "example.test/org/"
                        + image.replace(
                                "DIGEST",
                                images.digest(image.substring(0, image.indexOf('@')))
                                        .toString())
                : "example.test/org/" + image;
    }

    private static String judge(RegistryClient client, String reference) throws Exception {
        try {
            client.open(ImageReference.parse(reference)).image();
            return "accepted";
        } catch (ImageException e) {
            assertThat(e.terminal()).isFalse();
            return String.valueOf(e.getMessage()).startsWith("Source image rejected: ") ? "rejected" : malformed(e);
        }
    }

    private static String malformed(ImageException e) {
        assertThat(e).hasMessageStartingWith("cannot use ").hasMessageContaining("policy.json: ");
        return "malformed";
    }
}
