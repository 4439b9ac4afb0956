package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.process.apiserver.ApiRequestMetrics;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.apiserver.RequestsInFlight;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.process.leader.WriteFence;
import io.olm4j.process.metrics.ProcessMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What each role of a process starts from.
 *
 * @param client writes only while the role leads
 * @param http makes the clients of the role: they write only while it leads, and share a limit of requests in flight
 * @param accountLookup finds the service account that the process acts as, if it is one
 * @param pause waits for so long; false if the process is to end
 * @param waitsFor receives what the start of the role waits for
 */
record RoleContext(
        RunSettings settings,
        Leadership leadership,
        KubernetesClient client,
        ApiServerHttp http,
        CompletableFuture<Optional<NamespacedName>> accountLookup,
        MeterRegistry meters,
        Predicate<Duration> pause,
        Consumer<String> waitsFor) {

    /**
     * Makes the client of a role, and asks the API server for the account of the process.
     *
     * @param config of the cluster
     */
    static RoleContext of(
            RunSettings settings,
            Role role,
            Config config,
            MeterRegistry meters,
            Predicate<Duration> pause,
            Consumer<String> waitsFor) {
        Optional<LeaseOptions> lease = settings.lease(role);
        Leadership leadership =
                lease.map(options -> Leadership.of(config, options)).orElseGet(Leadership::alone);
        lease.ifPresent(options -> ProcessMetrics.leadership(meters, options.name(), leadership::isLeader));
        var http = new ApiServerHttp(new RequestsInFlight(), new WriteFence(leadership), new ApiRequestMetrics(meters));
        KubernetesClient client = http.newClient(config);
        return new RoleContext(
                settings,
                leadership,
                client,
                http,
                CompletableFuture.supplyAsync(() -> ProcessAccount.of(client), Thread::startVirtualThread),
                meters,
                pause,
                waitsFor);
    }

    /**
     * The service account that the process acts as, if it is one. If the API server did not say at the start, it is
     * asked again.
     *
     * @throws OlmException if the API server does not say; one sentence
     */
    Optional<NamespacedName> account() {
        try {
            return accountLookup.exceptionally(_ -> ProcessAccount.of(client)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof KubernetesClientException failure
                    ? new OlmException(
                            "the API server does not say who this process is: " + ApiFailures.describe(failure), e)
                    : e;
        }
    }

    /** Another client of the cluster, as one of its accounts, that writes only while the role leads. */
    KubernetesClient client(Config config) {
        return http.newClient(config);
    }

    /** The pull secrets of the process: its own and those of its account. */
    PullSecretOptions pullSecrets() {
        return new PullSecretOptions(settings.globalPullSecret(), account());
    }

    /** How registries are talked to. */
    RegistryOptions registries() {
        RegistryOptions defaults = RegistryOptions.defaults();
        return settings.pullAuthorities()
                .map(directory -> defaults.withCertificates(
                        CertificateDirectories.standard().withShared(directory)))
                .orElse(defaults);
    }

    /** Returns once the API server serves these kinds. */
    void await(List<Class<? extends HasMetadata>> kinds) {
        new ServedKinds(client, new ApiServerPatience(pause, waitsFor)).await(kinds);
    }
}
