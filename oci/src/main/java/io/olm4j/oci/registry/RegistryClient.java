package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.RegistryTimeouts;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.tls.RegistryTransport;
import io.olm4j.oci.trust.PullSource;
import io.olm4j.oci.trust.RegistriesConf;
import io.olm4j.oci.trust.ReloadedConfig;
import io.olm4j.oci.trust.SignaturePolicies;
import java.util.List;
import okhttp3.OkHttpClient;

/**
 * Reads images from registries and writes images to them. It verifies all content that it reads by digest.
 *
 * <p>It is thread-safe.
 *
 * @see <a href="https://github.com/opencontainers/distribution-spec/blob/main/spec.md">OCI distribution spec</a>
 */
public final class RegistryClient {

    private final ReloadedConfig<RegistriesConf> registries;
    private final SignaturePolicies policies;
    private final RepositoryAccess access;
    private final ImageLimits limits;

    /**
     * A client with its own token cache.
     *
     * @param http the connection pool and trusted certificates to use; timeouts and proxies come from the options
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
        this(
                new ReloadedConfig<>(options.containers()::registriesFiles, RegistriesConf::read),
                new SignaturePolicies(options.containers()),
                RepositoryAccess.by(throughProxies(careful, options), options),
                options.limits());
    }

    private RegistryClient(
            ReloadedConfig<RegistriesConf> registries,
            SignaturePolicies policies,
            RepositoryAccess access,
            ImageLimits limits) {
        this.registries = registries;
        this.policies = policies;
        this.access = access;
        this.limits = limits;
    }

    /**
     * Connects through the proxies. The authorities for all registries decide whether a proxy is trusted, not those for
     * one registry, also if a registry is insecure.
     */
    private static OkHttpClient throughProxies(OkHttpClient http, RegistryOptions options) {
        RegistryTransport trusted =
                new RegistryTransport(http, options.certificates().forAll());
        return options.proxies().through(http, () -> trusted.client("proxies").sslSocketFactory());
    }

    /** A client with its own connection pool. */
    public static RegistryClient create(RegistryOptions options) {
        return new RegistryClient(new OkHttpClient(), options);
    }

    /** A client with other credentials that shares connections and tokens with this one. */
    public RegistryClient withCredentials(CredentialSource credentials) {
        return new RegistryClient(registries, policies, access.withCredentials(credentials), limits);
    }

    /**
     * The digest of the image that the reference names now; for an index, that of the index itself.
     *
     * @param reference with a tag; a digest is returned without a request
     * @throws ImageException if the registry does not provide it
     */
    public Digest resolve(ImageReference reference) throws ImageException {
        if (reference.digest().isPresent()) {
            return reference.digest().get();
        }
        try {
            return open(reference).digest();
        } catch (ContentException e) {
            throw e.of(reference, "error getting manifest");
        }
    }

    /**
     * Uploads an image, its layer first, and lets the reference point to it.
     *
     * @param reference with a tag or the digest of the image
     * @return the digest of the image
     * @throws ImageException if the registry refuses or cannot be reached
     */
    public Digest push(ImageReference reference, BuiltImage image) throws ImageException {
        Repository repository = repository(reference);
        try {
            BlobPusher blobs = new BlobPusher(repository.http());
            blobs.push(repository.url(), reference, image.layer());
            blobs.push(repository.url(), reference, image.config());
            new ManifestPusher(repository.http()).push(repository.url(), reference, image.manifest());
        } catch (ContentException e) {
            throw e.of(reference, "error pushing image");
        }
        return image.digest();
    }

    /** The repository that the reference names, without its mirrors. */
    Repository repository(ImageReference reference) throws ImageException {
        return access.to(registries.current().pushTarget(reference));
    }

    /**
     * Opens the image at the first source that has it: its mirrors in order, then its registry. Each mirror gets one
     * attempt, because the next source answers sooner than a mirror recovers. Requests to the registry are retried
     * after temporary errors.
     *
     * @param reference with a tag or a digest
     * @throws ImageException if every source fails; the message names each source and its error
     * @throws ContentException if the registry itself sends malformed content; the message names the failed mirrors too
     */
    public ImageSource open(ImageReference reference) throws ImageException, ContentException {
        ImageReference asked = reference.withoutIdleTag();
        List<PullSource> sources = registries.current().pullSources(asked);
        StringBuilder failures = new StringBuilder();
        for (PullSource mirror : sources.subList(0, sources.size() - 1)) {
            try {
                return ImageSource.openAtOnce(asked, access.to(mirror), policies, limits);
            } catch (ImageException | ContentException e) {
                failures.append(failures.isEmpty() ? "" : "; ").append(failure(mirror, e));
            }
        }
        PullSource registry = sources.getLast();
        if (failures.isEmpty()) {
            return open(asked, registry);
        }
        try {
            return open(asked, registry);
        } catch (ImageException e) {
            throw new ImageException(failures(registry, e, failures), false, e);
        } catch (ContentException e) {
            throw e.withMessage(failures(registry, e, failures));
        }
    }

    private ImageSource open(ImageReference asked, PullSource source) throws ImageException, ContentException {
        return ImageSource.open(asked, access.to(source), policies, limits);
    }

    private static String failures(PullSource registry, Exception e, StringBuilder ofMirrors) {
        return failure(registry, e) + " (mirrors also failed: " + ofMirrors + ")";
    }

    private static String failure(PullSource source, Exception e) {
        return source.reference() + ": " + e.getMessage();
    }
}
