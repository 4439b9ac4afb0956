package io.olm4j.cli.run;

import io.olm4j.api.DeletionPolicy;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.process.tls.TlsOptions;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * How a process runs: its flags, checked against each other.
 *
 * @param health where health is served
 * @param metrics where metrics are served
 * @param tls how metrics and catalogs are served
 * @param ownCertificate where that certificate comes from, if olm4j makes it
 * @param election the times of the Leases; empty if this is the only replica
 */
record RunSettings(
        Set<Role> roles,
        String systemNamespace,
        Optional<Election> election,
        Optional<InetSocketAddress> health,
        Optional<InetSocketAddress> metrics,
        Optional<TlsOptions> tls,
        Optional<OwnCertificate> ownCertificate,
        Optional<Path> pullAuthorities,
        Optional<NamespacedName> globalPullSecret,
        FeatureGates gates,
        ControllerSettings controller,
        CatalogdSettings catalogd) {

    /** The name of the pod, and what tells one process in it from the next. */
    private static final String REPLICA = System.getenv().getOrDefault("HOSTNAME", "olm4j") + "_" + UUID.randomUUID();

    /** The Lease of a role, as a replica that is unlike any other; empty if this is the only replica. */
    Optional<LeaseOptions> lease(Role role) {
        LeaseOptions usual = switch (role) {
            case OPERATOR_CONTROLLER -> LeaseOptions.operatorController(systemNamespace, REPLICA);
            case CATALOGD -> LeaseOptions.catalogd(systemNamespace, REPLICA);
        };
        return election.map(
                times -> usual.withTimes(times.leaseDuration(), times.renewDeadline(), times.retryPeriod()));
    }

    /** The times of a Lease. */
    record Election(Duration leaseDuration, Duration renewDeadline, Duration retryPeriod) {}

    /** What concerns operator-controller only. */
    record ControllerSettings(
            Path cache,
            Optional<Path> catalogdAuthorities,
            Optional<ServiceAccountRef> defaultAccount,
            boolean allowControllerIdentity,
            DeletionPolicy deletion,
            CertificateProvider certificates) {}

    /** What concerns catalogd only. */
    record CatalogdSettings(Path cache, InetSocketAddress listen, URI externalBaseUrl, Duration gcInterval) {}
}
