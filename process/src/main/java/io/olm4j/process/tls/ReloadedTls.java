package io.olm4j.process.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.olm4j.oci.FileStamp;
import io.olm4j.oci.tls.CertificateFileException;
import io.olm4j.oci.tls.Pem;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS to serve with: that of the certificate files as they are now, or were when they could last be used. */
public final class ReloadedTls {

    private static final Logger LOG = LoggerFactory.getLogger(ReloadedTls.class);

    private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /**
     * The suites of Mozilla's intermediate profile, the cheapest first, as all of them are safe.
     *
     * @see <a href="https://wiki.mozilla.org/Security/Server_Side_TLS">Mozilla, server side TLS</a>
     */
    private static final List<String> CIPHERS = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private final TlsFiles files;
    private List<FileStamp> stamps;
    private SslContext context;

    /** @throws IOException if the files cannot be used; the message says which and why */
    public ReloadedTls(TlsFiles files) throws IOException {
        this.files = files;
        try {
            this.stamps = stamps(files);
            this.context = load(files);
        } catch (IOException | CertificateFileException e) {
            throw new IOException("cannot serve over TLS: " + problem(e), e);
        }
    }

    /** Costs the attributes of two files, as it is asked once a connection. */
    public synchronized SslContext current() {
        try {
            List<FileStamp> now = stamps(files);
            if (!now.equals(stamps)) {
                stamps = now; // Also if they turn out bad: they are not looked into again until they change.
                context = load(files);
                LOG.info("Serving with the new certificate in {}", files.certificate());
            }
        } catch (IOException | CertificateFileException e) {
            LOG.warn("Serving with the certificate read before: {}", problem(e));
        }
        return context;
    }

    private static List<FileStamp> stamps(TlsFiles files) throws IOException {
        return List.of(FileStamp.of(files.certificate()), FileStamp.of(files.key()));
    }

    private static SslContext load(TlsFiles files) throws SSLException, CertificateFileException {
        X509Certificate[] chain = Pem.certificates(files.certificate()).stream()
                .map(X509Certificate.class::cast)
                .toArray(X509Certificate[]::new);
        PrivateKey key = Pem.privateKey(files.key());
        if (!belong(key, chain[0])) {
            throw new SSLException("the key is not that of the certificate");
        }
        return SslContextBuilder.forServer(key, chain)
                .protocols(PROTOCOLS)
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .build();
    }

    /** Whether one can check what the other signs; the TLS library would find out only when a client comes. */
    private static boolean belong(PrivateKey key, X509Certificate certificate) {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] text = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(text);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false; // they are of different kinds
        }
    }

    private static String problem(Exception e) {
        return switch (e) {
            case SSLException broken -> "the certificate cannot be used: " + broken.getMessage();
            case IOException missing -> "a file cannot be read: " + missing.getMessage();
            default -> String.valueOf(e.getMessage());
        };
    }
}
