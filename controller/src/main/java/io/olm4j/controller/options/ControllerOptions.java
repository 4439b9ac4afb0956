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
 * The options of the controller.
 *
 * @param cacheDirectory stores catalogs and bundles; its content is used again after a restart
 * @param systemNamespace the namespace of the Secrets of revisions
 * @param identity the policy for extensions that name no service account
 * @param certificates the provider of the certificates of webhooks
 * @param registries how to connect to registries; their credentials are the pull secrets
 * @param pullSecrets which pull secrets are used in addition to those of the service accounts of extensions
 * @param catalogdAuthorities a directory of CAs that may sign catalogd's certificate, in addition to the platform's CAs
 *     ({@code --catalogd-cas-dir})
 * @param features the optional features that are on
 * @param clusterUpgradeGate whether the ClusterOperator {@code olm} blocks upgrades of an OpenShift cluster
 * @param leadership whether this replica writes; it is started once the caches of the controller are filled, and closed
 *     with the controller
 * @param meters the registry of the metrics
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

    /** The default options: extensions must name their service account, and certificates come from cert-manager. */
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

    /** The same with these options for registries. */
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

    /** The same with a directory of CAs that may sign catalogd's certificate. */
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
