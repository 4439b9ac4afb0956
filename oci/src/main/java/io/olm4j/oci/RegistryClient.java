package io.olm4j.oci;

import io.olm4j.oci.tls.RegistryTransport;
import java.nio.file.Path;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * Reads images from registries and writes images to them; everything read is verified by digest.
 *
 * <p>It is safe for use by many threads.
 *
 * @see <a href="https://github.com/opencontainers/distribution-spec/blob/main/spec.md">OCI distribution spec</a>
 */
public final class RegistryClient {

    /** An index may hold indexes; nobody nests deeper. */
    private static final int MAX_INDEX_DEPTH = 3;

    private final RegistryOptions options;
    private final RegistryTransport transport;
    private final Grants grants;
    private final RegistryEndpoints endpoints;
    private final RegistryHttp http;
    private final ImageLimits limits;

    /**
     * A client with its own token cache.
     *
     * @param http pool, proxy and trusted certificates to use; timeouts are those of the options
     */
    public RegistryClient(OkHttpClient http, RegistryOptions options) {
        RegistryTimeouts timeouts = options.limits().timeouts();
        OkHttpClient careful = http.newBuilder()
                .addNetworkInterceptor(new PlainHttpGuard())
                .connectTimeout(timeouts.connect())
                .readTimeout(timeouts.silence())
                .writeTimeout(timeouts.silence())
                .callTimeout(timeouts.document())
                .build();
        this(options, new RegistryTransport(careful, options.certificates()), new Grants(options.clock()));
    }

    private RegistryClient(RegistryOptions options, RegistryTransport transport, Grants grants) {
        this.options = options;
        this.transport = transport;
        this.grants = grants;
        this.endpoints = new RegistryEndpoints(options.insecureHosts());
        TokenServer tokens = new TokenServer(transport, endpoints, options.clock());
        this.http = new RegistryHttp(
                transport, new RegistryAuthenticator(options.credentials(), endpoints, tokens, grants), options);
        this.limits = options.limits();
    }

    /** A client with a connection pool of its own. */
    public static RegistryClient create(RegistryOptions options) {
        return new RegistryClient(new OkHttpClient(), options);
    }

    /** A client with other credentials, on the same connections and tokens. */
    public RegistryClient withCredentials(CredentialSource credentials) {
        return new RegistryClient(options.withCredentials(credentials), transport, grants);
    }

    /**
     * The digest that identifies what the reference names now; of an index, that of the index itself.
     *
     * @param reference with a tag; a digest is returned as it is, without a request
     * @throws ImageException if the registry does not give it
     */
    public Digest resolve(ImageReference reference) throws ImageException {
        if (reference.digest().isPresent()) {
            return reference.digest().get();
        }
        try {
            return manifest(reference).digest();
        } catch (ContentException e) {
            throw e.of(reference, "error getting manifest");
        }
    }

    /**
     * Uploads an image, its layer first, and points the reference at it.
     *
     * @param reference with a tag or the digest of the image
     * @return digest of the image
     * @throws ImageException if the registry refuses or cannot be reached
     */
    public Digest push(ImageReference reference, BuiltImage image) throws ImageException {
        HttpUrl repository = endpoints.repository(reference);
        try {
            BlobPusher blobs = new BlobPusher(http);
            blobs.push(repository, reference, image.layer());
            blobs.push(repository, reference, image.config());
            new ManifestPusher(http).push(repository, reference, image.manifest());
        } catch (ContentException e) {
            throw e.of(reference, "error pushing image");
        }
        return image.digest();
    }

    Manifest.Document manifest(ImageReference reference) throws ImageException, ContentException {
        return new ManifestPuller(http, limits).pull(endpoints.repository(reference), reference);
    }

    /** The image itself: of an index, the one for this machine. */
    Manifest.Image image(ImageReference reference, Manifest manifest) throws ImageException, ContentException {
        Manifest current = manifest;
        for (int depth = 0; depth < MAX_INDEX_DEPTH; depth++) {
            switch (current) {
                case Manifest.Image image -> {
                    return image;
                }
                case Manifest.Index index -> {
                    Descriptor chosen = PlatformChoice.choose(index, Platform.ofHost());
                    current = manifest(reference.withDigest(chosen.digest())).manifest();
                }
            }
        }
        throw new ContentException("the index nests more than " + MAX_INDEX_DEPTH + " levels");
    }

    ImageConfig config(ImageReference reference, Descriptor config) throws ImageException, ContentException {
        return new ConfigPuller(http, limits).pull(endpoints.repository(reference), reference, config);
    }

    void download(ImageReference reference, Descriptor blob, Path to) throws ImageException, ContentException {
        new BlobPuller(http, limits).pull(endpoints.repository(reference), reference, blob, to);
    }

    ImageLimits limits() {
        return limits;
    }
}
