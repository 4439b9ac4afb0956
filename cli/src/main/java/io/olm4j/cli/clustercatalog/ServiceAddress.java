package io.olm4j.cli.clustercatalog;

import java.util.Optional;
import okhttp3.HttpUrl;

/**
 * A port of a Service, as the URL of a catalog names it inside the cluster.
 *
 * @param scheme {@code http} or {@code https}
 */
record ServiceAddress(String scheme, String namespace, String service, int port) {

    private static final String MARK = "svc";

    /** Reads a URL such as {@code https://catalogd-service.olmv1-system.svc/catalogs/x}; empty if it names none. */
    static Optional<ServiceAddress> of(HttpUrl url) {
        String[] labels = url.host().split("\\.", -1);
        return labels.length > 2 && labels[2].equals(MARK)
                ? Optional.of(new ServiceAddress(url.scheme(), labels[1], labels[0], url.port()))
                : Optional.empty();
    }

    /** Where the API server passes requests on to this port, without a slash at the end. */
    String proxyPath() {
        return "/api/v1/namespaces/%s/services/%s:%s:%d/proxy".formatted(namespace, scheme, service, port);
    }

    @Override
    public String toString() {
        return namespace + "/" + service;
    }
}
