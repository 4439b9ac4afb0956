package io.olm4j.controller.options;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.process.leader.Leadership;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the controller runs.
 *
 * @param cacheDirectory keeps catalogs and bundles; what is in it is used again after a restart
 * @param systemNamespace where the Secrets of revisions go
 * @param identity whose rights stand in where an extension names no service account
 * @param certificates who issues the certificates of webhooks
 * @param registries how registries are talked to; their credentials are the pull secrets
 * @param pullSecrets which pull secrets are used beside those of the service accounts of extensions
 * @param catalogdAuthorities a directory of CAs that catalogd's certificate may be of, beside the platform's
 *     ({@code --catalogd-cas-dir})
 * @param features what it does only where it is asked to
 * @param clusterUpgradeGate whether the ClusterOperator {@code olm} blocks upgrades of an OpenShift cluster
 * @param leadership whether this replica writes; it is started once the controller is warm, and closed with it
 * @param meters where metrics go
 */
public record ControllerOptions(
        Path cacheDirectory,
        String systemNamespace,
        IdentityPolicy identity,
        CertificateProvider certificates,
        RegistryOptions registries,
        PullSecretOptions pullSecrets,
        Optional<Path> catalogdAuthorities,
        Features features,
        boolean clusterUpgradeGate,
        Leadership leadership,
        MeterRegistry meters) {

    /** Extensions have to name their service account; certificates come from cert-manager. */
    public static ControllerOptions of(Path cacheDirectory, String systemNamespace) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                IdentityPolicy.STRICT,
                CertificateProvider.CERT_MANAGER,
                RegistryOptions.defaults(),
                PullSecretOptions.ofThisProcess(),
                Optional.empty(),
                Features.NONE,
                true,
                Leadership.alone(),
                new SimpleMeterRegistry());
    }

    /** The same with registries talked to in this way. */
    public ControllerOptions withRegistries(RegistryOptions options) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                options,
                pullSecrets,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                leadership,
                meters);
    }

    /** The same with these pull secrets. */
    public ControllerOptions withPullSecrets(PullSecretOptions options) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                options,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                leadership,
                meters);
    }

    /** The same with this identity for extensions that name no service account. */
    public ControllerOptions withIdentity(IdentityPolicy policy) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                policy,
                certificates,
                registries,
                pullSecrets,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                leadership,
                meters);
    }

    /** The same with these features. */
    public ControllerOptions withFeatures(Features wanted) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                pullSecrets,
                catalogdAuthorities,
                wanted,
                clusterUpgradeGate,
                leadership,
                meters);
    }

    /** The same with the gate for cluster upgrades, or without it. */
    public ControllerOptions withClusterUpgradeGate(boolean gate) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                pullSecrets,
                catalogdAuthorities,
                features,
                gate,
                leadership,
                meters);
    }

    /** The same with metrics that go to this registry. */
    public ControllerOptions withMeters(MeterRegistry registry) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                pullSecrets,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                leadership,
                registry);
    }

    /** The same as one of several replicas. */
    public ControllerOptions withLeadership(Leadership replica) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                pullSecrets,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                replica,
                meters);
    }

    /** The same with a directory of CAs that catalogd's certificate may be of. */
    public ControllerOptions withCatalogdAuthorities(Path directory) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                certificates,
                registries,
                pullSecrets,
                Optional.of(directory),
                features,
                clusterUpgradeGate,
                leadership,
                meters);
    }

    /** The same with certificates of webhooks from this provider. */
    public ControllerOptions withCertificates(CertificateProvider provider) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                identity,
                provider,
                registries,
                pullSecrets,
                catalogdAuthorities,
                features,
                clusterUpgradeGate,
                leadership,
                meters);
    }
}
