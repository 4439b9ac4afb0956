package io.olm4j.catalogd.http;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoredContent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/** What is stored of a catalog, {@code cat}, a server of it, and a client of that. */
record ServedCatalog(StoredContent content, CatalogServer server, RawClient client) implements AutoCloseable {

    /**
     * Stores the catalog and begins to serve it over plain HTTP.
     *
     * @param scratch an empty directory
     * @param content of the catalog, one JSON object a line
     */
    static ServedCatalog start(Path scratch, String content) throws IOException {
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        Path catalog = Files.createDirectory(scratch.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), content);
        store.store("cat", "r@1", catalog);
        CatalogServer server = CatalogServer.start(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.empty(),
                store,
                new SimpleMeterRegistry());
        return new ServedCatalog(store.find("cat").orElseThrow(), server, new RawClient(server.address()));
    }

    @Override
    public void close() {
        server.close();
    }
}
