package io.olm4j.catalogdclient.http;

import io.olm4j.codec.text.FileProblem;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trusts the platform's CAs and the CAs of a directory, whose files are read again at each handshake. */
final class DirectoryTrustManager extends X509ExtendedTrustManager {
    private static final Logger LOG = LoggerFactory.getLogger(DirectoryTrustManager.class);

    private final Path directory;
    private final List<X509Certificate> platform;
    private List<PemFile> files;
    private X509ExtendedTrustManager trust;

    /** @throws IOException if the directory cannot be listed; an unreadable file is only logged */
    DirectoryTrustManager(Path directory) throws IOException {
        this.directory = directory;
        this.platform = List.of(trustManager(null).getAcceptedIssuers());
        this.files = PemFile.readAll(directory);
        this.trust = trustManager(platform, files);
    }

    private synchronized X509ExtendedTrustManager current() {
        try {
            List<PemFile> present = PemFile.readAll(directory);
            if (!present.equals(files)) {
                files = present;
                trust = trustManager(platform, present);
                LOG.info("The CA certificates in {} have changed; the new ones are used from now on", directory);
            }
        } catch (IOException e) {
            LOG.warn(
                    "The CA directory {} cannot be listed, so the certificates read before stay in use: {}",
                    directory,
                    FileProblem.reason(e));
        }
        return trust;
    }

    private static X509ExtendedTrustManager trustManager(List<X509Certificate> platform, List<PemFile> files) {
        List<X509Certificate> all = Stream.concat(
                        platform.stream(), files.stream().flatMap(file -> file.certificates().stream()))
                .toList();
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (X509Certificate certificate : all) {
                store.setCertificateEntry("ca-" + store.size(), certificate);
            }
            return trustManager(store);
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("Every Java platform has key stores", e);
        }
    }

    /** @param store the key store; {@code null} stands for the platform's own */
    private static X509ExtendedTrustManager trustManager(@Nullable KeyStore store) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform checks certificates", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current().checkServerTrusted(chain, authType);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current().checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current().checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        current().checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        current().checkClientTrusted(chain, authType, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        current().checkClientTrusted(chain, authType, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current().getAcceptedIssuers();
    }
}
