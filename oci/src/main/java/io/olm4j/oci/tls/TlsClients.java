package io.olm4j.oci.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Creates HTTP clients from another client, with additional trusted authorities and client certificates. */
final class TlsClients {

    private static final char[] NO_PASSWORD = new char[0];

    private TlsClients() {}

    /** The same client with these certificates. */
    static OkHttpClient secure(OkHttpClient base, Certificates certificates) {
        try {
            X509TrustManager trust = trust(base, certificates.authorities());
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keys(certificates.clients()), new TrustManager[] {trust}, null);
            return base.newBuilder()
                    .sslSocketFactory(tls.getSocketFactory(), trust)
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java runtime cannot do TLS", e);
        }
    }

    private static X509TrustManager trust(OkHttpClient base, List<Certificate> more)
            throws GeneralSecurityException, IOException {
        X509TrustManager known = base.x509TrustManager();
        List<Certificate> authorities =
                new ArrayList<>(Arrays.asList((known == null ? trustManager(null) : known).getAcceptedIssuers()));
        authorities.addAll(more);
        KeyStore store = emptyStore();
        for (Certificate authority : authorities) {
            store.setCertificateEntry("authority-" + store.size(), authority);
        }
        return trustManager(store);
    }

    private static X509TrustManager trustManager(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return Arrays.stream(factory.getTrustManagers())
                .filter(X509TrustManager.class::isInstance)
                .map(X509TrustManager.class::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Shows these certificates to servers that ask for one. */
    static KeyManager[] keys(List<Certificates.Client> clients) throws GeneralSecurityException, IOException {
        KeyStore store = emptyStore();
        for (Certificates.Client client : clients) {
            store.setKeyEntry(
                    "client-" + store.size(),
                    client.key(),
                    NO_PASSWORD,
                    client.chain().toArray(Certificate[]::new));
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, NO_PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        return store;
    }
}
