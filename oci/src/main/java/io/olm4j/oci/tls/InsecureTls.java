package io.olm4j.oci.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** TLS without verification, for registries that {@code registries.conf} declares insecure. */
final class InsecureTls {

    private static final X509TrustManager TRUSTING = new X509TrustManager() {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    };

    private InsecureTls() {}

    /** The same client with these client certificates, but it verifies neither certificates nor host names. */
    static OkHttpClient client(OkHttpClient careful, Certificates certificates) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(TlsClients.keys(certificates.clients()), new TrustManager[] {TRUSTING}, new SecureRandom());
            return careful.newBuilder()
                    .sslSocketFactory(context.getSocketFactory(), TRUSTING)
                    .hostnameVerifier((host, session) -> true)
                    .build();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java runtime cannot do TLS", e);
        }
    }
}
