package io.olm4j.process.leader;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes one Lease. A write fails if another client wrote meanwhile. All failures are a
 * KubernetesClientException.
 *
 * <p>It has its own connections, so that no renewal waits behind other requests. It sends each request once, with a
 * short timeout: the caller decides about a retry.
 */
final class LeaseClient implements AutoCloseable {

    private static final Duration LONGEST_REQUEST = Duration.ofSeconds(5);

    private final KubernetesClient connections;
    private final KubernetesClient client;
    private final LeaseOptions options;

    /** @param config of a client that may read and write the lease */
    LeaseClient(Config config, LeaseOptions options) {
        // If one request hangs, there is time for another before the lease is lost.
        Duration timeout =
                Collections.min(List.of(LONGEST_REQUEST, options.renewDeadline().dividedBy(2)));
        this.connections = ApiServerHttp.client(config);
        // Not a copy of the configuration, because a copy would not get new tokens.
        this.client = connections
                .newClient(new RequestConfigBuilder()
                        .withRequestTimeout(Math.toIntExact(timeout.toMillis()))
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .adapt(KubernetesClient.class);
        this.options = options;
    }

    Optional<Lease> get() {
        return Optional.ofNullable(resource().get());
    }

    /** Creates the lease with this replica as its holder. */
    Lease create() {
        ZonedDateTime now = now();
        return client.resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(options.namespace())
                        .withName(options.name())
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity(options.identity())
                        .withLeaseDurationSeconds(seconds())
                        .withAcquireTime(now)
                        .withRenewTime(now)
                        .withLeaseTransitions(0)
                        .endSpec()
                        .build())
                .create();
    }

    /** Takes a lease over from its previous holder. */
    Lease take(ObservedLease free) {
        ZonedDateTime now = now();
        return replace(new LeaseBuilder(free.lease())
                .editOrNewSpec()
                .withHolderIdentity(options.identity())
                .withLeaseDurationSeconds(seconds())
                .withAcquireTime(now)
                .withRenewTime(now)
                .withLeaseTransitions(free.transitions() + 1)
                .endSpec()
                .build());
    }

    /** Renews the lease of this replica. */
    Lease renew(Lease held) {
        return replace(new LeaseBuilder(held)
                .editSpec()
                .withLeaseDurationSeconds(seconds())
                .withRenewTime(now())
                .endSpec()
                .build());
    }

    /** Releases the lease, so that the other replicas need not wait until it expires. */
    void release(Lease held) {
        replace(new LeaseBuilder(held)
                .editSpec()
                .withHolderIdentity("")
                .withLeaseDurationSeconds(1)
                .withRenewTime(now())
                .endSpec()
                .build());
    }

    /** Watches the lease; a failed watch is retried without end. */
    SharedIndexInformer<Lease> watch(ResourceEventHandler<Lease> handler) {
        SharedIndexInformer<Lease> informer = resource().runnableInformer(0);
        informer.addEventHandler(handler);
        informer.exceptionHandler((_, _) -> true);
        var _ = informer.start();
        return informer;
    }

    @Override
    public void close() {
        connections.close();
    }

    private Lease replace(Lease lease) {
        return client.resource(lease).lockResourceVersion().update();
    }

    private Resource<Lease> resource() {
        return client.leases().inNamespace(options.namespace()).withName(options.name());
    }

    private int seconds() {
        return Math.toIntExact(options.duration().toSeconds());
    }

    /** The API server keeps microseconds. */
    private static ZonedDateTime now() {
        return ZonedDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.MICROS);
    }
}
