package io.olm4j.catalogd;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;

/** The URLs at which catalogs are served. */
record CatalogUrls(String prefix) {

    /** The URLs below the external base URL; without one, below the address itself. */
    static CatalogUrls of(Optional<URI> externalBaseUrl, InetSocketAddress address, boolean secure) {
        String scheme = secure ? "https://" : "http://";
        String base =
                externalBaseUrl.map(URI::toString).orElseGet(() -> scheme + host(address) + ":" + address.getPort());
        return new CatalogUrls(base.replaceAll("/+$", "") + "/catalogs/");
    }

    /** The value of {@code status.urls.base} of the catalog. */
    String of(String catalog) {
        return prefix + catalog;
    }

    private static String host(InetSocketAddress address) {
        String host = address.getAddress().isAnyLocalAddress() ? "localhost" : address.getHostString();
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
