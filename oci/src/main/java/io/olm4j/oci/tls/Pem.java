package io.olm4j.oci.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Reads certificates and keys from PEM files.
 *
 * <p>It reads keys in PKCS#8, and in the default formats of cert-manager and OpenSSL: RSA keys in PKCS#1, EC keys in
 * SEC 1.
 */
public final class Pem {

    private static final int MAX_BYTES = 4 << 20;

    private Pem() {}

    /**
     * The certificates of a file, at least one.
     *
     * @throws CertificateFileException if the file cannot be read, or holds no certificate or a broken one
     */
    public static List<Certificate> certificates(Path file) throws CertificateFileException {
        List<Certificate> certificates = new ArrayList<>();
        try {
            for (byte[] block : blocks(read(file), "CERTIFICATE")) {
                certificates.add(
                        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block)));
            }
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new CertificateFileException(file, "it holds a broken certificate");
        }
        if (certificates.isEmpty()) {
            throw new CertificateFileException(file, "it holds no certificate in PEM format");
        }
        return certificates;
    }

    /**
     * The private key of a file.
     *
     * @throws CertificateFileException if the file cannot be read or holds no unencrypted key
     */
    public static PrivateKey privateKey(Path file) throws CertificateFileException {
        String text = read(file);
        Optional<PrivateKey> key;
        try {
            Optional<byte[]> encoded = blocks(text, "PRIVATE KEY").stream()
                    .findFirst()
                    .or(() ->
                            blocks(text, "RSA PRIVATE KEY").stream().findFirst().map(Pkcs8::ofRsa))
                    .or(() ->
                            blocks(text, "EC PRIVATE KEY").stream().findFirst().map(Pkcs8::ofEc));
            if (encoded.isEmpty()) {
                throw new CertificateFileException(
                        file, "it holds no unencrypted private key; convert it with \"openssl pkcs8 -topk8 -nodes\"");
            }
            key = privateKey(new PKCS8EncodedKeySpec(encoded.get()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            key = Optional.empty();
        }
        return key.orElseThrow(() -> new CertificateFileException(file, "it holds a broken private key"));
    }

    private static Optional<PrivateKey> privateKey(PKCS8EncodedKeySpec encoded) throws GeneralSecurityException {
        Optional<PrivateKey> key = Optional.empty();
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                key = Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(encoded));
            } catch (InvalidKeySpecException e) {
                // The key has another algorithm.
            }
        }
        return key;
    }

    private static String read(Path file) throws CertificateFileException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MAX_BYTES + 1);
            if (content.length > MAX_BYTES) {
                throw new CertificateFileException(file, "it is larger than 4 MiB");
            }
            return new String(content, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new CertificateFileException(file, "it cannot be read");
        }
    }

    /** The content between the markers of a type. Text around the markers is for people and ignored. */
    private static List<byte[]> blocks(String text, String type) {
        String begin = "-----BEGIN " + type + "-----";
        String end = "-----END " + type + "-----";
        List<byte[]> blocks = new ArrayList<>();
        for (int start = text.indexOf(begin); start >= 0; start = text.indexOf(begin, start)) {
            int from = start + begin.length();
            int to = text.indexOf(end, from);
            if (to < 0) {
                throw new IllegalArgumentException("no end of " + type);
            }
            blocks.add(Base64.getMimeDecoder().decode(text.substring(from, to)));
            start = to + end.length();
        }
        return blocks;
    }
}
