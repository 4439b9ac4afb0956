package io.olm4j.oci.tls;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP clients for registries. All share one pool; each uses the trusted authorities and client certificates from
 * the certificate files of its registry.
 *
 * <p>It checks the files at every call and reads them again if one was changed. A change applies to new connections. It
 * is thread-safe.
 */
public final class RegistryTransport {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryTransport.class);

    private record Secured(CertificateFiles files, OkHttpClient client, List<String> problems) {}

    private final OkHttpClient base;
    private final CertificateDirectories directories;
    private final BiFunction<OkHttpClient, Certificates, OkHttpClient> securing;

    /** By the directory of the registry. All registries without one share a client. */
    private final Map<Optional<Path>, Secured> secured = new ConcurrentHashMap<>();

    /** @param base the common settings of all clients, with the authorities that are always trusted */
    public RegistryTransport(OkHttpClient base, CertificateDirectories directories) {
        this(base, directories, TlsClients::secure);
    }

    private RegistryTransport(
            OkHttpClient base,
            CertificateDirectories directories,
            BiFunction<OkHttpClient, Certificates, OkHttpClient> securing) {
        this.base = base;
        this.directories = directories;
        this.securing = securing;
    }

    /** A transport that shows client certificates to registries, but verifies none. */
    public static RegistryTransport withoutVerification(OkHttpClient base, CertificateDirectories directories) {
        return new RegistryTransport(
                InsecureTls.client(base, Certificates.NONE), directories.withoutShared(), InsecureTls::client);
    }

    /**
     * The client for a registry.
     *
     * @param registry {@code host} or {@code host:port}, as references name it
     */
    public OkHttpClient client(String registry) {
        Optional<Path> own = directories.of(registry);
        CertificateFiles files = CertificateFiles.find(own, directories.shared());
        if (files.areNone()) {
            secured.remove(own);
            return base;
        }
        return secured.compute(
                        own, (_, before) -> before != null && before.files().equals(files) ? before : secure(files))
                .client();
    }

    /** The first problem with the certificate files of a registry, in one sentence. */
    public Optional<String> remark(String registry) {
        return Optional.ofNullable(secured.get(directories.of(registry)))
                .flatMap(s -> s.problems().stream().findFirst());
    }

    private Secured secure(CertificateFiles files) {
        Certificates certificates = Certificates.read(files);
        certificates.problems().forEach(problem -> LOG.warn("Certificates for registries: {}", problem));
        return new Secured(files, securing.apply(base, certificates), certificates.problems());
    }
}
