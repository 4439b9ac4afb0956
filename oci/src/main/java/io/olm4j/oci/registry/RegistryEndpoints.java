package io.olm4j.oci.registry;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.util.Set;
import okhttp3.HttpUrl;

/** The URLs of the APIs of registries, and the hosts that may be reached by plain HTTP. */
record RegistryEndpoints(Set<String> insecureHosts) {

    RegistryEndpoints {
        insecureHosts = Set.copyOf(insecureHosts);
    }

    /** The URL of the repository, ending in {@code /v2/<path>/}. */
    HttpUrl repository(ImageReference reference) throws ImageException {
        HttpUrl secure = repository("https", reference);
        return allowsPlainHttp(secure.host(), host(reference)) ? repository("http", reference) : secure;
    }

    /** The URL of the repository for this protocol. */
    static HttpUrl repository(String scheme, ImageReference reference) throws ImageException {
        HttpUrl url = HttpUrl.parse(scheme + "://" + host(reference) + "/v2/" + reference.path() + "/");
        if (url == null) {
            throw new ImageException(
                    "error creating reference: \"" + reference.domain()
                            + "\" is not a host and port; correct the registry in \"" + reference + "\"",
                    true);
        }
        return url;
    }

    /** The API of Docker Hub has another host name than the one in references. */
    private static String host(ImageReference reference) {
        return reference.domain().equals("docker.io") ? "registry-1.docker.io" : reference.domain();
    }

    /**
     * Whether a registry may send the client to a server. A server on this machine, whose answer the registry would
     * get, is allowed only if the registry is on this machine too, or the server is configured as insecure.
     *
     * @param isHere whether the name of the server is known to be that of this machine
     */
    boolean mayName(HttpUrl server, boolean isHere, ImageReference reference) throws ImageException {
        String registry = repository("https", reference).host();
        return (!isHere && !isThisMachine(server.host()))
                || isThisMachine(registry)
                || registry.equals(server.host())
                || insecureHosts.contains(hostAndPort(server))
                || insecureHosts.contains(server.host());
    }

    /** The addresses of all interfaces lead to this machine too. */
    private static boolean isThisMachine(String host) {
        return isLoopback(host) || host.equals("0.0.0.0") || host.equals("::");
    }

    /** Whether credentials may be sent to a URL: over TLS, or to a host that is trusted without TLS. */
    boolean mayCarryCredentials(HttpUrl url) {
        return url.isHttps() || allowsPlainHttp(url.host(), hostAndPort(url));
    }

    private static String hostAndPort(HttpUrl url) {
        String host = url.host().indexOf(':') < 0 ? url.host() : "[" + url.host() + "]";
        return host + ":" + url.port();
    }

    /**
     * Whether both URLs lead to the same server by the same protocol, so that data for one may be sent to the other.
     */
    static boolean isSameServer(HttpUrl one, HttpUrl other) {
        return one.scheme().equals(other.scheme()) && one.host().equals(other.host()) && one.port() == other.port();
    }

    private boolean allowsPlainHttp(String host, String hostAndPort) {
        return isLoopback(host) || insecureHosts.contains(hostAndPort) || insecureHosts.contains(host);
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("::1") || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }
}
