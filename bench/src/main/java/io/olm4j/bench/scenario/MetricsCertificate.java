package io.olm4j.bench.scenario;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** A certificate with which a controller serves its metrics. */
record MetricsCertificate(Path certificate, Path key, SSLContext trust) {

    static MetricsCertificate create(Path directory) throws IOException {
        HeldCertificate held = new HeldCertificate.Builder()
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        Path certificate = Files.writeString(directory.resolve("metrics.crt"), held.certificatePem());
        Path key = Files.writeString(directory.resolve("metrics.key"), held.privateKeyPkcs8Pem());
        SSLContext trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(held.certificate())
                .build()
                .sslContext();
        return new MetricsCertificate(certificate, key, trust);
    }

    /** The flags of {@code olm run} that serve the metrics on an address. */
    String[] flags(String address) {
        return new String[] {"--metrics-bind-address=" + address, "--tls-cert=" + certificate, "--tls-key=" + key};
    }
}
