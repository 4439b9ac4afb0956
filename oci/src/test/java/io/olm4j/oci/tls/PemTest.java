package io.olm4j.oci.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.util.Base64;
import java.util.HexFormat;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the formats of private keys. */
class PemTest {

    @TempDir
    Path scratch;

    @Test
    void shouldReadKeyOfPkcs8() throws Exception {
        HeldCertificate held = new HeldCertificate.Builder().ecdsa256().build();
        assertThat(Pem.privateKey(write(held.privateKeyPkcs8Pem())))
                .isEqualTo(held.keyPair().getPrivate());
    }

    @Test
    void shouldReadRsaKeyOfPkcs1() throws Exception {
        HeldCertificate held = new HeldCertificate.Builder().rsa2048().build();
        assertThat(Pem.privateKey(write(held.privateKeyPkcs1Pem())))
                .isEqualTo(held.keyPair().getPrivate());
    }

    @Test
    void shouldReadEcKeyOfSec1() throws Exception {
        // Given
        HeldCertificate held = new HeldCertificate.Builder().ecdsa256().build();
        BigInteger secret = ((ECPrivateKey) held.keyPair().getPrivate()).getS();
        // Version, key of 32 bytes, parameters with the name of the curve P-256.
        String sec1 = "30310201010420" + "%064x".formatted(secret) + "a00a06082a8648ce3d030107";

        // Then
        assertThat(((ECPrivateKey) Pem.privateKey(write(pem(sec1)))).getS()).isEqualTo(secret);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "3080", "30820201", "3003020101", "30310201010420", "02010004", "30847fffffff"})
    void shouldSayThatKeyIsBrokenWhenItIsCut(String hex) throws Exception {
        Path file = write(pem(hex));
        assertThatThrownBy(() -> Pem.privateKey(file))
                .isInstanceOf(CertificateFileException.class)
                .hasMessage(file + ": it holds a broken private key");
    }

    private static String pem(String hex) {
        return "-----BEGIN EC PRIVATE KEY-----\n"
                + Base64.getMimeEncoder().encodeToString(HexFormat.of().parseHex(hex))
                + "\n-----END EC PRIVATE KEY-----\n";
    }

    private Path write(String content) throws IOException {
        return Files.writeString(scratch.resolve("tls.key"), content);
    }
}
