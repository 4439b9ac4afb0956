package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.testsupport.GuardedRegistry;
import io.olm4j.testsupport.TestCluster;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pushes to and pulls from a real registry that uses HTTPS with a private authority and requires a password. */
class PrivateRegistryIT {

    private static final String NAME = "private.registry.test";

    @TempDir
    Path scratch;

    private GuardedRegistry registry;
    private RegistryClient client;

    @BeforeEach
    void start() throws Exception {
        HeldCertificate certificate = new HeldCertificate.Builder()
                .addSubjectAlternativeName(NAME)
                .certificateAuthority(0)
                .build();
        registry = GuardedRegistry.before(
                TestCluster.shared().cluster().registryHost(),
                Optional.of(new HandshakeCertificates.Builder()
                        .heldCertificate(certificate)
                        .build()
                        .sslContext()));
        registry.admit("me", "pass:word");
        Path certificates = Files.createDirectories(scratch.resolve("certs.d/" + NAME + ":" + registry.port()));
        Files.writeString(certificates.resolve("ca.crt"), certificate.certificatePem());
        client = new RegistryClient(
                new OkHttpClient.Builder()
                        .dns(host -> List.of(InetAddress.ofLiteral("127.0.0.1")))
                        .build(),
                RegistryOptions.defaults()
                        .withCertificates(
                                new CertificateDirectories(List.of(scratch.resolve("certs.d")), Optional.empty())));
    }

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldPushAndPullWithPassword() throws Exception {
        // Given
        BuiltImage image = new ImageBuilder().addFile("a", new byte[] {1}).build();
        RegistryClient mine = as("me", "pass:word");

        // When
        mine.push(reference(), image);

        // Then
        UnpackedImage pulled =
                new ImageStore(scratch.resolve("store"), mine).pull("p", reference(), ImageContent.BUNDLE);
        assertThat(pulled.root().resolve("a")).hasBinaryContent(new byte[] {1});
    }

    @Test
    void shouldBeRefusedWithoutPassword() {
        assertThatThrownBy(() -> client.resolve(reference()))
                .hasMessageEndingWith("access denied (401); give " + NAME + ":" + registry.port()
                        + " a pull secret that may read private/op");
        assertThatThrownBy(() -> as("me", "wrong").resolve(reference())).hasMessageContaining("access denied (401)");
    }

    private RegistryClient as(String username, String password) {
        return client.withCredentials(repository -> Optional.of(new Credentials.Password(username, password)));
    }

    private ImageReference reference() throws ImageException {
        return ImageReference.parse(NAME + ":" + registry.port() + "/private/op:v1");
    }
}
