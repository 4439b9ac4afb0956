package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.credentials.AuthConfig;
import io.olm4j.oci.credentials.AuthConfigParser;
import io.olm4j.oci.credentials.AuthFormat;
import io.olm4j.oci.tls.CertificateFileException;
import io.olm4j.oci.tls.Pem;
import io.olm4j.testsupport.Fuzzing;
import java.nio.file.Files;
import java.nio.file.Path;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of references, of the configurations of images, of credentials and of certificates. */
class OciFuzzTest {
    private static final String DIGEST = "sha256:" + "0123456789abcdef".repeat(4);
    private static final ImageReference IMAGE = image();

    @TempDir
    Path scratch;

    @Test
    void shouldReadOrRefuseReferences() {
        Fuzzing.from("quay.io/org/name:v1.2", "localhost:5000/a/b@" + DIGEST, "[::1]:80/a_b--c.d:t@" + DIGEST, "nginx")
                .withWords("docker.io/", "sha512:", "library/", "https://", "__", ":5000")
                .allowing(ImageException.class)
                .texts(text -> {
                    ImageReference reference = ImageReference.parseNormalized(text);
                    assertThat(ImageReference.parse(reference.toString())).isEqualTo(reference);
                });
    }

    @Test
    void shouldReadOrRefuseImageConfigurations() {
        Fuzzing.from("{\"architecture\":\"amd64\",\"config\":{\"Labels\":{\"a.b/c\":\"d\",\"e\":\"f\"}}}")
                .withWords("\"Labels\":", "{}", "[]")
                .allowing(ContentException.class)
                .bytes(ImageConfig::parse);
    }

    @Test
    void shouldReadCredentials() {
        Fuzzing.from(
                        "{\"auths\":{\"quay.io/org\":{\"auth\":\"dXNlcjpwYXNz\"},\"https://index.docker.io/v1/\":{}},"
                                + "\"credHelpers\":{\"x.io\":\"ecr\"},\"credsStore\":\"osx\"}",
                        "{\"http://quay.io\":{\"username\":\"u\",\"password\":\"p\",\"identitytoken\":\"t\"}}")
                .withWords("\"registrytoken\":", "\"auth\":", "Og==", "{}", "[]")
                .bytes(content -> {
                    for (AuthFormat format : AuthFormat.values()) {
                        AuthConfig config = AuthConfigParser.parse(content, format, "source");
                        config.credentials(IMAGE);
                        assertThat(config.remarks(IMAGE))
                                .allSatisfy(remark -> assertThat(remark).isNotEmpty());
                    }
                });
    }

    @Test
    void shouldReadOrRefuseCertificatesAndKeys() {
        HeldCertificate ec = new HeldCertificate.Builder().build();
        HeldCertificate rsa = new HeldCertificate.Builder().rsa2048().build();
        Path file = scratch.resolve("tls.pem");
        Fuzzing.from(ec.certificatePem() + ec.privateKeyPkcs8Pem(), rsa.certificatePem() + rsa.privateKeyPkcs1Pem())
                .slow()
                .withWords(
                        "-----BEGIN CERTIFICATE-----\n", "-----END PRIVATE KEY-----\n", "EC PRIVATE KEY", "MIIB", "==")
                .allowing(CertificateFileException.class)
                .bytes(pem -> {
                    Files.write(file, pem);
                    Pem.certificates(file);
                    Pem.privateKey(file);
                });
    }

    private static ImageReference image() {
        try {
            return ImageReference.parse("quay.io/org/name:v1");
        } catch (ImageException e) {
            throw new IllegalStateException(e);
        }
    }
}
