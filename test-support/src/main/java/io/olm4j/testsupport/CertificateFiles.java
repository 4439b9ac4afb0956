package io.olm4j.testsupport;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import okhttp3.tls.HeldCertificate;

/**
 * The PEM files of a certificate that a server reads. A file changes from the old to the new content at once.
 *
 * @param certificate the certificate, which need not exist yet
 * @param key its private key, which need not exist yet
 */
public record CertificateFiles(Path certificate, Path key) {

    /** The files in a directory, named as in a Secret of Kubernetes. */
    public static CertificateFiles in(Path directory) {
        return new CertificateFiles(directory.resolve("tls.crt"), directory.resolve("tls.key"));
    }

    /** Issues a certificate for the loopback interface. */
    public static HeldCertificate loopback(long serial) {
        return new HeldCertificate.Builder()
                .serialNumber(serial)
                .addSubjectAlternativeName("127.0.0.1")
                .build();
    }

    /** Writes a certificate, and then its key. */
    public void install(HeldCertificate held) throws IOException {
        installCertificate(held);
        installKey(held);
    }

    /** Writes a certificate without its key. */
    public void installCertificate(HeldCertificate held) throws IOException {
        replace(certificate, held.certificatePem());
    }

    /** Writes the key of a certificate without the certificate. */
    public void installKey(HeldCertificate held) throws IOException {
        replace(key, held.privateKeyPkcs8Pem());
    }

    private static void replace(Path file, String content) throws IOException {
        Path aside = Files.writeString(file.resolveSibling("aside"), content);
        Files.move(aside, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
