package io.olm4j.catalogd.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoredContent;
import io.olm4j.process.tls.ReloadedTls;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsProfile;
import io.olm4j.testsupport.CertificateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import javax.net.SocketFactory;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;

/** The stored content of the catalog {@code cat}, a server of it, and a client of the server. */
record ServedCatalog(StoredContent content, CatalogServer server, RawClient client) implements AutoCloseable {

    /**
     * Stores the catalog and begins to serve it over plain HTTP.
     *
     * @param scratch an empty directory
     * @param content the content of the catalog, one JSON object a line
     */
    static ServedCatalog start(Path scratch, String content) throws IOException {
        return start(scratch, content, Optional.empty(), SocketFactory.getDefault());
    }

    /** The same over HTTPS, with a certificate that the client trusts. */
    static ServedCatalog startSecure(Path scratch, String content) throws IOException {
        HeldCertificate held = CertificateFiles.loopback(1);
        CertificateFiles installed = CertificateFiles.in(scratch);
        installed.install(held);
        TlsFiles files = new TlsFiles(installed.certificate(), installed.key());
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(held.certificate())
                .build();
        return start(
                scratch,
                content,
                Optional.of(new ReloadedTls(files, TlsProfile.INTERMEDIATE)),
                trust.sslSocketFactory());
    }

    private static ServedCatalog start(Path scratch, String content, Optional<ReloadedTls> tls, SocketFactory sockets)
            throws IOException {
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), content);
        store.store("cat", "r@1", catalog);
        CatalogServer server = CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), tls, store, new SimpleMeterRegistry());
        return new ServedCatalog(store.find("cat").orElseThrow(), server, new RawClient(server.address(), sockets));
    }

    @Override
    public void close() {
        server.close();
    }
}
