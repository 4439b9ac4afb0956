package io.olm4j.catalogd;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsOptions;
import io.olm4j.process.tls.TlsProfile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of catalogd.
 *
 * @param cacheDirectory where unpacked images and served content are kept; content of an earlier run is used again
 * @param listen where catalogs are served; port 0 takes a free port
 * @param tls the options of HTTPS; empty for plain HTTP
 * @param externalBaseUrl the URL by which clients reach that address, if not by the address itself; without a slash at
 *     its end
 * @param registries how to connect to registries; their credentials are the pull secrets
 * @param pullSecrets which pull secrets are used
 * @param leadership whether this replica writes; it is started once catalogd watches the catalogs, and closed with
 *     catalogd
 * @param meters the registry of the metrics
 * @param timing how long catalogd waits
 */
public record CatalogdOptions(
        Path cacheDirectory,
        InetSocketAddress listen,
        Optional<TlsOptions> tls,
        Optional<URI> externalBaseUrl,
        RegistryOptions registries,
        PullSecretOptions pullSecrets,
        Leadership leadership,
        MeterRegistry meters,
        Timing timing) {

    /** The default options, on a free port of the loopback interface. */
    public static CatalogdOptions in(Path cacheDirectory) {
        return new CatalogdOptions(
                cacheDirectory,
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                Optional.empty(),
                Optional.empty(),
                RegistryOptions.defaults(),
                PullSecretOptions.ofThisProcess(),
                Leadership.alone(),
                new SimpleMeterRegistry(),
                Timing.DEFAULT);
    }

    public CatalogdOptions withListen(InetSocketAddress address) {
        return new CatalogdOptions(
                cacheDirectory, address, tls, externalBaseUrl, registries, pullSecrets, leadership, meters, timing);
    }

    /** The same with HTTPS in Mozilla's intermediate profile. */
    public CatalogdOptions withTls(TlsFiles files) {
        return withTls(new TlsOptions(files, TlsProfile.INTERMEDIATE));
    }

    public CatalogdOptions withTls(TlsOptions options) {
        return new CatalogdOptions(
                cacheDirectory,
                listen,
                Optional.of(options),
                externalBaseUrl,
                registries,
                pullSecrets,
                leadership,
                meters,
                timing);
    }

    public CatalogdOptions withExternalBaseUrl(URI url) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, Optional.of(url), registries, pullSecrets, leadership, meters, timing);
    }

    public CatalogdOptions withRegistries(RegistryOptions options) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, externalBaseUrl, options, pullSecrets, leadership, meters, timing);
    }

    public CatalogdOptions withPullSecrets(PullSecretOptions options) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, externalBaseUrl, registries, options, leadership, meters, timing);
    }

    public CatalogdOptions withLeadership(Leadership replica) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, externalBaseUrl, registries, pullSecrets, replica, meters, timing);
    }

    public CatalogdOptions withMeters(MeterRegistry registry) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, externalBaseUrl, registries, pullSecrets, leadership, registry, timing);
    }

    public CatalogdOptions withTiming(Timing newTiming) {
        return new CatalogdOptions(
                cacheDirectory, listen, tls, externalBaseUrl, registries, pullSecrets, leadership, meters, newTiming);
    }
}
