package io.olm4j.oci.registry;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.tls.RegistryTransport;
import io.olm4j.oci.trust.PullSource;
import io.olm4j.proxies.ProxyException;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Decides how a repository is reached: over TLS or by plain HTTP. If {@code insecure} is configured, it uses TLS
 * without verification, or plain HTTP if the registry has no TLS.
 */
final class RepositoryAccess {

    private final RegistryOptions options;
    private final RegistryEndpoints endpoints;
    private final RegistryTransport verified;
    private final RegistryTransport trusting;
    private final Grants grants;

    /** The insecure registries that have answered over TLS, by domain. */
    private final Set<String> overTls;

    private final RegistryHttp http;

    /** The senders for insecure registries, by URL. The map stays small, because few registries are configured. */
    private final Map<HttpUrl, RegistryHttp> insecure = new ConcurrentHashMap<>();

    private RepositoryAccess(
            RegistryOptions options,
            RegistryTransport verified,
            RegistryTransport trusting,
            Grants grants,
            Set<String> overTls) {
        this.options = options;
        this.endpoints = new RegistryEndpoints(Set.of());
        this.verified = verified;
        this.trusting = trusting;
        this.grants = grants;
        this.overTls = overTls;
        this.http = http(verified, endpoints);
    }

    /** @param careful the connection pool, timeouts, proxy and trusted certificates to use */
    static RepositoryAccess by(OkHttpClient careful, RegistryOptions options) {
        return new RepositoryAccess(
                options,
                new RegistryTransport(careful, options.certificates()),
                RegistryTransport.withoutVerification(careful, options.certificates()),
                new Grants(options.clock()),
                ConcurrentHashMap.newKeySet());
    }

    /** The same access with other credentials. It shares connections and tokens. */
    RepositoryAccess withCredentials(CredentialSource credentials) {
        return new RepositoryAccess(options.withCredentials(credentials), verified, trusting, grants, overTls);
    }

    Repository to(PullSource source) throws ImageException {
        if (source.blocked().isPresent()) {
            throw new ImageException(source.blocked().get(), false);
        }
        ImageReference reference = source.reference();
        if (!source.insecure()) {
            return new Repository(reference, endpoints.repository(reference), http);
        }
        HttpUrl secure = RegistryEndpoints.repository("https", reference);
        HttpUrl url = speaksTls(reference, secure) ? secure : RegistryEndpoints.repository("http", reference);
        return new Repository(reference, url, insecure.computeIfAbsent(registry(url), u -> insecure(reference, url)));
    }

    private RegistryHttp insecure(ImageReference reference, HttpUrl url) {
        // Credentials are sent over plain HTTP only if the registry has no TLS.
        Set<String> plain = url.isHttps() ? Set.of() : Set.of(reference.domain());
        RegistryEndpoints there = new RegistryEndpoints(plain);
        return http(trusting, there);
    }

    private RegistryHttp http(RegistryTransport transport, RegistryEndpoints reached) {
        TokenServer tokens = new TokenServer(transport, reached, options.clock());
        return new RegistryHttp(
                transport, new RegistryAuthenticator(options.credentials(), reached, tokens, grants), options);
    }

    /**
     * Whether a registry has TLS. One that had it keeps it: a broken connection must not send its credentials over
     * plain HTTP.
     */
    private boolean speaksTls(ImageReference reference, HttpUrl repository) {
        try (Response _ = trusting.client(reference.domain())
                .newCall(new Request.Builder().url(registry(repository)).build())
                .execute()) {
            overTls.add(reference.domain());
            return true;
        } catch (ProxyException unknown) {
            return true;
        } catch (IOException noTls) {
            return overTls.contains(reference.domain());
        }
    }

    private static HttpUrl registry(HttpUrl repository) {
        return repository.newBuilder().encodedPath("/v2/").build();
    }
}
