package io.olm4j.applier.account;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.account.AccountLookup.Found;
import io.olm4j.applier.account.AccountLookup.Missing;
import io.olm4j.applier.account.AccountLookup.Unknown;
import io.olm4j.applier.cluster.ObjectClient;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Clients that act as service accounts, by tokens that the controller requests for them. A client is kept until its account
 * is {@linkplain #forget forgotten}: when the account is deleted, or the API server no longer takes its token.
 */
public final class ServiceAccountClients implements AutoCloseable {

    private final KubernetesClient controller;
    private final Clock clock;
    private final Function<Config, KubernetesClient> factory;
    private final Map<ServiceAccountRef, Entry> entries = new ConcurrentHashMap<>();

    private record Entry(KubernetesClient client, ActingIdentity identity) {}

    /** @param controller may request tokens ({@code create} on {@code serviceaccounts/token}) and get service accounts */
    public ServiceAccountClients(KubernetesClient controller, Clock clock) {
        this(
                controller,
                clock,
                config -> new KubernetesClientBuilder().withConfig(config).build());
    }

    /** @param factory makes a client of a configuration that holds everything, the token included */
    public ServiceAccountClients(KubernetesClient controller, Clock clock, Function<Config, KubernetesClient> factory) {
        this.controller = controller;
        this.clock = clock;
        this.factory = factory;
    }

    /** The identity of an account; asks the API server only if it does not know the account yet. */
    public AccountLookup actingAs(ServiceAccountRef account) {
        Entry known = entries.get(account);
        if (known != null) {
            return new Found(known.identity());
        }
        try {
            return Optional.ofNullable(controller
                            .serviceAccounts()
                            .inNamespace(account.namespace())
                            .withName(account.name())
                            .get())
                    .<AccountLookup>map(there -> new Found(entries.computeIfAbsent(account, ref -> connect(ref, there))
                            .identity()))
                    .orElseGet(() -> new Missing(missing(account)));
        } catch (KubernetesClientException e) {
            return new Unknown("looking for service account \"" + account + "\": " + e.getMessage());
        }
    }

    private String missing(ServiceAccountRef account) {
        if (controller.namespaces().withName(account.namespace()).get() == null) {
            return "namespace \"%s\" not found: create it, and in it the service account \"%s\""
                    .formatted(account.namespace(), account.name());
        }
        return "service account \"%s\" not found in namespace \"%s\": create it, or name another one in spec.serviceAccount.name"
                .formatted(account.name(), account.namespace());
    }

    private Entry connect(ServiceAccountRef account, ServiceAccount there) {
        AccountToken token = new AccountToken(controller, account, clock);
        Config own = controller.getConfiguration();
        // Built from nothing: a client certificate or a token of the controller in it would win over that of the
        // account.
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(own.getMasterUrl())
                .withTrustCerts(own.isTrustCerts())
                .withDisableHostnameVerification(own.isDisableHostnameVerification())
                .withCaCertData(own.getCaCertData())
                .withCaCertFile(own.getCaCertFile())
                .withTrustStoreFile(own.getTrustStoreFile())
                .withTrustStorePassphrase(own.getTrustStorePassphrase())
                .withTlsServerName(own.getTlsServerName())
                .withHttpProxy(own.getHttpProxy())
                .withHttpsProxy(own.getHttpsProxy())
                .withProxyUsername(own.getProxyUsername())
                .withProxyPassword(own.getProxyPassword())
                .withNoProxy(own.getNoProxy())
                .withUserAgent(own.getUserAgent())
                .withOauthTokenProvider(token::get)
                .build();
        KubernetesClient client = factory.apply(config);
        return new Entry(
                client,
                new ActingIdentity(
                        ObjectClient.of(client),
                        Optional.of(account),
                        there.getMetadata().getUid()));
    }

    /** Drops what is known of an account, so that the next look-up asks again. */
    public void forget(ServiceAccountRef account) {
        Entry entry = entries.remove(account);
        if (entry != null) {
            entry.client().close();
        }
    }

    @Override
    public void close() {
        entries.keySet().forEach(this::forget);
    }
}
