package io.olm4j.controller.options;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.process.leader.Leadership;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of the controller.
 *
 * @param cacheDirectory stores catalogs and bundles; its content is used again after a restart
 * @param systemNamespace the namespace of the Secrets of revisions
 * @param identity the policy for extensions that name no service account
 * @param deletion the deletion policy of extensions without the annotation
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
        DeletionPolicy deletion,
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
                DeletionPolicy.DELETE,
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
    public ControllerOptions withRegistries(RegistryOptions wanted) {
        return with(draft -> draft.registries = wanted);
    }

    /** The same with these pull secrets. */
    public ControllerOptions withPullSecrets(PullSecretOptions wanted) {
        return with(draft -> draft.pullSecrets = wanted);
    }

    /** The same with this identity for extensions that name no service account. */
    public ControllerOptions withIdentity(IdentityPolicy wanted) {
        return with(draft -> draft.identity = wanted);
    }

    /** The same with this deletion policy of extensions without the annotation. */
    public ControllerOptions withDeletion(DeletionPolicy wanted) {
        return with(draft -> draft.deletion = wanted);
    }

    /** The same with these features. */
    public ControllerOptions withFeatures(Features wanted) {
        return with(draft -> draft.features = wanted);
    }

    /** The same with the gate for cluster upgrades, or without it. */
    public ControllerOptions withClusterUpgradeGate(boolean wanted) {
        return with(draft -> draft.clusterUpgradeGate = wanted);
    }

    /** The same with metrics that go to this registry. */
    public ControllerOptions withMeters(MeterRegistry wanted) {
        return with(draft -> draft.meters = wanted);
    }

    /** The same as one of several replicas. */
    public ControllerOptions withLeadership(Leadership wanted) {
        return with(draft -> draft.leadership = wanted);
    }

    /** The same with a directory of CAs that may sign catalogd's certificate. */
    public ControllerOptions withCatalogdAuthorities(Path wanted) {
        return with(draft -> draft.catalogdAuthorities = Optional.of(wanted));
    }

    /** The same with certificates of webhooks from this provider. */
    public ControllerOptions withCertificates(CertificateProvider wanted) {
        return with(draft -> draft.certificates = wanted);
    }

    private ControllerOptions with(Consumer<Draft> change) {
        var draft = new Draft(this);
        change.accept(draft);
        return draft.options();
    }

    /** The components that can be changed, one by one. */
    private static final class Draft {

        private final ControllerOptions before;
        private IdentityPolicy identity;
        private DeletionPolicy deletion;
        private CertificateProvider certificates;
        private RegistryOptions registries;
        private PullSecretOptions pullSecrets;
        private Optional<Path> catalogdAuthorities;
        private Features features;
        private boolean clusterUpgradeGate;
        private Leadership leadership;
        private MeterRegistry meters;

        Draft(ControllerOptions before) {
            this.before = before;
            identity = before.identity;
            deletion = before.deletion;
            certificates = before.certificates;
            registries = before.registries;
            pullSecrets = before.pullSecrets;
            catalogdAuthorities = before.catalogdAuthorities;
            features = before.features;
            clusterUpgradeGate = before.clusterUpgradeGate;
            leadership = before.leadership;
            meters = before.meters;
        }

        ControllerOptions options() {
            return new ControllerOptions(
                    before.cacheDirectory,
                    before.systemNamespace,
                    identity,
                    deletion,
                    certificates,
                    registries,
                    pullSecrets,
                    catalogdAuthorities,
                    features,
                    clusterUpgradeGate,
                    leadership,
                    meters);
        }
    }
}
