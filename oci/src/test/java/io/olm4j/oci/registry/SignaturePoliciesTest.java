package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.oci.trust.ContainersConfig;
import io.olm4j.oci.trust.SignaturePolicies;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.util.Base64;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link SignaturePolicies} through {@link ImageStore}: messages, downloads and reloaded files. */
class SignaturePoliciesTest {

    private static final String ACCEPT = "{\"default\":[{\"type\":\"insecureAcceptAnything\"}]}";

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final KeyPair alice = CosignSigner.ecdsa("secp256r1");
    private RegistryClient client = RegistryClient.create(RegistryOptions.defaults());
    private ImageReference image = registry.reference("org/op:v1");

    SignaturePoliciesTest() throws Exception {}

    @BeforeEach
    void configure() throws Exception {
        Files.createDirectory(scratch.resolve("registries.d"));
        Files.writeString(
                scratch.resolve("registries.d/all.yaml"), "default-docker:\n  use-sigstore-attachments: true\n");
        client = RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.in(scratch)));
        client.push(image, build());
        registry.forgetRequests();
    }

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldDownloadNothingOfImageWhenRejected() throws Exception {
        // Given
        policy(signedBy(alice));

        // When
        ImageException failure = catchThrowableOfType(ImageException.class, this::pull);

        // Then
        assertThat(failure)
                .hasMessage("error copying image: Source image rejected: A signature was required, but no signature"
                        + " exists for " + build().digest()
                        + "; sign the image, or each image of an index (cosign sign --recursive)");
        assertThat(failure.terminal()).isFalse();
        assertThat(registry.requests()).noneMatch(request -> request.contains("/blobs/"));
    }

    @Test
    void shouldPullWhenSignatureIsAddedLater() throws Exception {
        // Given
        policy(signedBy(alice));
        assertThatThrownBy(this::pull).hasMessageContaining("no signature exists");

        // When
        sign(alice, image.toString());

        // Then
        assertThat(pull().root().resolve("file")).hasContent("x");
    }

    @Test
    void shouldHeedPolicyWhenItChangesWithoutRestart() throws Exception {
        // Given
        policy("{\"default\":[{\"type\":\"reject\"}]}");
        assertThatThrownBy(this::pull)
                .hasMessage("error copying image: Source image rejected: Running image " + image
                        + " is rejected by policy; allow it in policy.json");

        // When
        policy(ACCEPT);

        // Then
        assertThat(pull().root().resolve("file")).hasContent("x");
    }

    @Test
    void shouldRefuseToPullWhenPolicyIsALinkThatLeadsNowhere() throws Exception {
        // Given
        Path link = Files.createSymbolicLink(scratch.resolve("policy.json"), scratch.resolve("..data/policy.json"));

        // Then
        assertThatThrownBy(this::pull)
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith("cannot use " + link + ": it does not exist; correct the file");
    }

    @Test
    void shouldAcceptEverythingWhenThereIsNoPolicy() throws Exception {
        assertThat(pull().root().resolve("file")).hasContent("x");
    }

    @Test
    void shouldSayWhatIsWrongWithSignature() throws Exception {
        // Given
        policy(signedBy(CosignSigner.ecdsa("secp256r1")));
        sign(alice, registry.host() + "/org/op");
        assertThatThrownBy(this::pull)
                .hasMessageEndingWith("cryptographic signature verification failed; the image was signed with another"
                        + " key than the policy names, or the signature was altered");

        // When
        policy(signedBy(alice));

        // Then
        assertThatThrownBy(this::pull)
                .hasMessageEndingWith("Signature for identity \"" + registry.host() + "/org/op\" is not accepted for "
                        + image + "; choose a signedIdentity in the policy that accepts it, for example"
                        + " matchRepository");
    }

    @Test
    void shouldRejectWhenSignaturesAreTooLargeTogether() throws Exception {
        // Given
        policy(signedBy(alice));
        Digest digest = build().digest();
        CosignSigner.attach(
                client,
                image,
                digest,
                CosignSigner.attach(new byte[3 << 20], "AAAA"),
                CosignSigner.attach(new byte[2 << 20], "AAAA"));

        // Then
        assertThatThrownBy(this::pull)
                .hasMessage("error copying image: Source image rejected: the signatures of " + digest + " in "
                        + image.name() + " are larger than 4194304 bytes together; sign the image again");
    }

    @Test
    void shouldFailClosedWhenRequirementIsNotSupported() throws Exception {
        // Given
        policy("{\"default\":[{\"type\":\"signedBy\",\"keyType\":\"GPGKeys\",\"keyPath\":\"/key\"}]}");

        // Then
        assertThatThrownBy(this::pull)
                .hasMessage("error copying image: Source image rejected: policy.json requires \"signedBy\" (a GPG"
                        + " signature) of " + image
                        + ", which is not supported; require \"sigstoreSigned\" with a public key");
    }

    @Test
    void shouldSayThatSignaturesAreNotReadWhenNotEnabled() throws Exception {
        // Given
        policy(signedBy(alice));
        sign(alice, image.toString());
        Files.delete(scratch.resolve("registries.d/all.yaml"));

        // Then
        assertThatThrownBy(this::pull)
                .hasMessageEndingWith("no signature exists, since signatures in " + image.name()
                        + " are not read; set use-sigstore-attachments: true for it in a file of registries.d");
    }

    @Test
    void shouldFailClosedAndNameFileWhenConfigurationIsMalformed() throws Exception {
        // Given
        policy("{\"default\":[{\"type\":\"insecureAcceptAnything\"}],\"transport\":{}}");
        assertThatThrownBy(this::pull)
                .hasMessage("error copying image: cannot use " + scratch.resolve("policy.json")
                        + ": the policy has the unknown field \"transport\"; correct the file");

        // When
        policy(signedBy(alice));
        Files.writeString(scratch.resolve("registries.d/more.yaml"), "default-docker: {}\n");

        // Then
        assertThatThrownBy(this::pull)
                .hasMessage("error copying image: cannot use " + scratch.resolve("registries.d/more.yaml")
                        + ": \"default-docker\" is defined in another file already; correct the file");
    }

    private UnpackedImage pull() throws ImageException {
        return new ImageStore(scratch.resolve("store"), client).pull("op", image, ImageContent.BUNDLE);
    }

    private void sign(KeyPair keys, String identity) throws Exception {
        Digest digest = build().digest();
        CosignSigner.attach(client, image, digest, CosignSigner.sign(keys, CosignSigner.payload(digest, identity)));
        registry.forgetRequests();
    }

    private void policy(String json) throws IOException {
        Files.writeString(scratch.resolve("policy.json"), json);
    }

    private static String signedBy(KeyPair keys) {
        String pem = CosignSigner.pem(keys.getPublic());
        return "{\"default\":[{\"type\":\"sigstoreSigned\",\"keyData\":\""
                + Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8)) + "\"}]}";
    }

    private static BuiltImage build() throws IOException {
        return new ImageBuilder()
                .addFile("file", "x".getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
