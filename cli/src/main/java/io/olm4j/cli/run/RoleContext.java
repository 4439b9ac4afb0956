package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.oci.pullsecrets.PullSecretOptions;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.tls.CertificateDirectories;
import io.olm4j.process.apiserver.VirtualThreadHttp;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.leader.WriteFence;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What each role of a process starts from.
 *
 * @param client writes only while the role leads
 * @param account the service account that the process acts as, if it is one
 * @param pause waits for so long; false if the process is to end
 */
record RoleContext(
        RunSettings settings,
        Leadership leadership,
        KubernetesClient client,
        Optional<NamespacedName> account,
        MeterRegistry meters,
        Predicate<Duration> pause) {

    /** @param config of the cluster */
    static RoleContext of(
            RunSettings settings, Role role, Config config, MeterRegistry meters, Predicate<Duration> pause) {
        Leadership leadership =
                settings.lease(role).map(lease -> Leadership.of(config, lease)).orElseGet(Leadership::alone);
        try (KubernetesClient unfenced = VirtualThreadHttp.client(config)) {
            return new RoleContext(
                    settings, leadership, fenced(leadership, config), ProcessAccount.of(unfenced), meters, pause);
        }
    }

    /** A client of the cluster, or of an account on it, that writes only while the role leads. */
    static KubernetesClient fenced(Leadership leadership, Config config) {
        return new VirtualThreadHttp(new WriteFence(leadership)).newClient(config);
    }

    /** The pull secrets of the process: its own and those of its account. */
    PullSecretOptions pullSecrets() {
        return new PullSecretOptions(settings.globalPullSecret(), account);
    }

    /** How registries are talked to. */
    RegistryOptions registries() {
        RegistryOptions defaults = RegistryOptions.defaults();
        return settings.pullAuthorities()
                .map(directory -> defaults.withCertificates(
                        CertificateDirectories.standard().withShared(directory)))
                .orElse(defaults);
    }

    /** Returns once the API server serves a kind. */
    void await(Class<? extends HasMetadata> kind) {
        new ServedKinds(client, pause).await(kind);
    }
}
