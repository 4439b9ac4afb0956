package io.olm4j.oci;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Decides how a repository is reached: over TLS, by plain HTTP, or, where {@code insecure} is configured, over TLS that nobody
 * verifies, and by plain HTTP if there is none.
 */
final class RepositoryAccess {

    private final RegistryOptions options;
    private final RegistryEndpoints endpoints;
    private final RegistryHttp http;
    private final OkHttpClient trusting;

    /** By the URL of the registry, so that tokens are kept; the configured registries are few. */
    private final Map<HttpUrl, RegistryHttp> insecure = new ConcurrentHashMap<>();

    RepositoryAccess(OkHttpClient careful, RegistryOptions options) {
        this.options = options;
        this.endpoints = new RegistryEndpoints(options.insecureHosts());
        this.http = new RegistryHttp(careful, new RegistryAuthenticator(careful, options, endpoints), options);
        this.trusting = InsecureTls.client(careful);
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
        HttpUrl url = speaksTls(secure) ? secure : RegistryEndpoints.repository("http", reference);
        return new Repository(reference, url, insecure.computeIfAbsent(registry(url), u -> insecure(reference, url)));
    }

    private RegistryHttp insecure(ImageReference reference, HttpUrl url) {
        // Credentials go there over plain HTTP only when the registry has no TLS.
        Set<String> plain = url.isHttps() ? Set.of() : Set.of(reference.domain());
        RegistryEndpoints there = new RegistryEndpoints(plain);
        return new RegistryHttp(trusting, new RegistryAuthenticator(trusting, options, there), options);
    }

    private boolean speaksTls(HttpUrl repository) {
        try (Response any = trusting.newCall(
                        new Request.Builder().url(registry(repository)).build())
                .execute()) {
            return any.code() > 0;
        } catch (IOException noTls) {
            return false;
        }
    }

    private static HttpUrl registry(HttpUrl repository) {
        return repository.newBuilder().encodedPath("/v2/").build();
    }
}
