package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.FreePort;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pulls images of the registry {@code example.test/org/…}, which does not exist, from a real registry, as configured in
 * {@code registries.conf} and allowed by {@code policy.json}.
 */
class MirrorsAndSignaturesIT {

    private static final String REGISTRY = TestCluster.shared().cluster().registryHost();

    @TempDir
    Path scratch;

    private final RegistryClient plain =
            RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.none()));

    @BeforeEach
    void configure() throws Exception {
        Files.createDirectory(scratch.resolve("registries.d"));
        Files.writeString(
                scratch.resolve("registries.d/all.yaml"), "default-docker:\n  use-sigstore-attachments: true\n");
        registries(
                "[[registry.mirror]]\nlocation = \"" + FreePort.address() + "\"",
                "[[registry.mirror]]\nlocation = \"" + REGISTRY + "/broken\"",
                "[[registry.mirror]]\nlocation = \"" + REGISTRY + "/mirror\"\ninsecure = true");
    }

    @AfterEach
    void makeWritable() throws IOException {
        DirectoryTree.delete(scratch.resolve("store"));
    }

    @Test
    void shouldPullFromThirdMirrorWhenOthersAreDownOrHaveNothing() throws Exception {
        // Given
        BuiltImage image = image("mirrored");
        plain.push(reference("/mirror/op:v1"), image);

        // When
        UnpackedImage pulled = pull("op:v1");

        // Then
        assertThat(pulled.canonical()).hasToString("example.test/org/op@" + image.digest());
        assertThat(pulled.root().resolve("file")).hasContent("mirrored");
    }

    @Test
    void shouldPullFromRegistryWhenNoMirrorHasImage() throws Exception {
        // Given
        plain.push(reference("/origin/only:v1"), image("origin"));

        // Then
        assertThat(pull("only:v1").root().resolve("file")).hasContent("origin");
    }

    @Test
    void shouldNameAllPlacesWhenNobodyHasImage() {
        assertThatThrownBy(() -> pull("none:v1"))
                .hasMessageStartingWith("error creating image source: " + REGISTRY + "/origin/none:v1: ")
                .hasMessageContaining(": cannot connect to 127.0.0.1:")
                .hasMessageContaining(REGISTRY + "/broken/none:v1: ")
                .hasMessageContaining(REGISTRY + "/mirror/none:v1: ");
    }

    @Test
    void shouldPullFromMirrorAloneWhenRegistryIsBlocked() throws Exception {
        // Given
        registries("blocked = true", "[[registry.mirror]]\nlocation = \"" + REGISTRY + "/mirror\"");
        plain.push(reference("/origin/blocked:v1"), image("origin"));
        assertThatThrownBy(() -> pull("blocked:v1")).hasMessageContaining("registry example.test/org is blocked in ");

        // When
        plain.push(reference("/mirror/blocked:v1"), image("mirrored"));

        // Then
        assertThat(pull("blocked:v1").root().resolve("file")).hasContent("mirrored");
    }

    @Test
    void shouldPullOnlyWhatIsSignedByTrustedKey() throws Exception {
        // Given
        KeyPair trusted = CosignSigner.ecdsa("secp256r1");
        Path key = Files.writeString(scratch.resolve("key.pub"), CosignSigner.pem(trusted.getPublic()));
        Files.writeString(scratch.resolve("policy.json"), """
                {"default":[{"type":"reject"}],
                 "transports":{"docker":{"example.test/org":[{"type":"sigstoreSigned","keyPath":"%s",
                   "signedIdentity":{"type":"matchRepository"}}]}}}
                """.formatted(key));

        // When
        push("signed", trusted, "example.test/org/signed");
        push("wrong", CosignSigner.rsa(), "example.test/org/wrong");
        push("renamed", trusted, "example.test/org/other");
        plain.push(reference("/mirror/unsigned:v1"), image("unsigned"));

        // Then
        assertThat(pull("signed:v1").root().resolve("file")).hasContent("signed");
        assertThatThrownBy(() -> pull("wrong:v1"))
                .hasMessageContaining("Source image rejected: cryptographic signature verification failed");
        assertThatThrownBy(() -> pull("renamed:v1"))
                .hasMessageContaining("Signature for identity \"example.test/org/other\" is not accepted");
        assertThatThrownBy(() -> pull("unsigned:v1")).hasMessageContaining("no signature exists");
        assertThatThrownBy(() -> new ImageStore(scratch.resolve("store"), configured())
                        .pull("other", reference("/mirror/signed:v1"), ImageContent.BUNDLE))
                .hasMessageContaining("is rejected by policy");
    }

    private void push(String name, KeyPair keys, String identity) throws Exception {
        BuiltImage image = image(name);
        String payload = CosignSigner.payload(image.digest(), identity);
        CosignSigner.push(plain, reference("/mirror/" + name + ":v1"), image, CosignSigner.sign(keys, payload));
    }

    private void registries(String... settings) throws IOException {
        Files.writeString(
                scratch.resolve("registries.conf"),
                "[[registry]]\nprefix = \"example.test/org\"\nlocation = \"" + REGISTRY + "/origin\"\n"
                        + String.join("\n", settings) + "\n");
    }

    private UnpackedImage pull(String image) throws ImageException {
        return new ImageStore(scratch.resolve("store"), configured())
                .pull("op", ImageReference.parse("example.test/org/" + image), ImageContent.BUNDLE);
    }

    private RegistryClient configured() {
        return RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.in(scratch)));
    }

    private static ImageReference reference(String rest) throws ImageException {
        return ImageReference.parse(REGISTRY + rest);
    }

    private static BuiltImage image(String content) throws IOException {
        return new ImageBuilder()
                .addFile("file", content.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
