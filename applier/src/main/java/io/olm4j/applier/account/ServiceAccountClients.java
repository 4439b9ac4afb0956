package io.olm4j.applier.account;

import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.account.AccountLookup.Found;
import io.olm4j.applier.account.AccountLookup.Missing;
import io.olm4j.applier.account.AccountLookup.Unknown;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Clients that act as service accounts with tokens that the controller requests. All of them share one HTTP client and
 * its connections; only the token differs. An identity is cached until its account is {@linkplain #forget forgotten}:
 * when the account is deleted, or when the API server no longer accepts its token.
 */
public final class ServiceAccountClients implements AutoCloseable {

    /** What the API server answers to the creation of anything in a namespace that is being deleted. */
    private static final String NAMESPACE_TERMINATES = "because it is being terminated";

    private final KubernetesClient controller;
    private final InstantSource time;
    private final KubernetesClient anonymous;
    private final ObjectClient objects;
    private final Map<ServiceAccountRef, ActingIdentity> identities = new ConcurrentHashMap<>();

    /**
     * Creates the shared client; no identity is cached yet.
     *
     * @param controller may request tokens ({@code create} on {@code serviceaccounts/token}) and get service accounts
     * @param factory makes the client that all accounts share, from a configuration without credentials
     */
    public ServiceAccountClients(
            KubernetesClient controller, InstantSource time, Function<Config, KubernetesClient> factory) {
        this.controller = controller;
        this.time = time;
        this.anonymous = factory.apply(withoutCredentials(controller.getConfiguration()));
        this.objects = ObjectClient.of(anonymous);
    }

    /**
     * The identity of an account. It asks the API server and requests a token only if the identity is not cached. If
     * the API server refuses the token, for example because the namespace has not consented, the account counts as
     * missing.
     */
    public AccountLookup actingAs(ServiceAccountRef account) {
        ActingIdentity known = identities.get(account);
        if (known != null) {
            return new Found(known);
        }
        try {
            AccountToken token = new AccountToken(controller, account, time);
            String uid = token.accountUid();
            return new Found(identities.computeIfAbsent(account, ref -> connect(ref, uid, token)));
        } catch (KubernetesClientException e) {
            if (e.getCode() == HTTP_NOT_FOUND) {
                return new Missing(missing(account));
            }
            if (e.getCode() == HTTP_FORBIDDEN && ApiException.text(e).contains(NAMESPACE_TERMINATES)) {
                return new Missing(("namespace \"%s\" is being deleted; when it is gone, create it again, and in it the"
                                + " service account \"%s\"")
                        .formatted(account.namespace(), account.name()));
            }
            return e.getCode() == HTTP_FORBIDDEN
                    ? new Missing("the controller may not act as service account \"" + account + "\": "
                            + ApiException.text(e))
                    : new Unknown("looking for service account \"" + account + "\": " + ApiException.text(e));
        }
    }

    private String missing(ServiceAccountRef account) {
        if (controller.namespaces().withName(account.namespace()).get() == null) {
            return "namespace \"%s\" not found: create it, and in it the service account \"%s\""
                    .formatted(account.namespace(), account.name());
        }
        return ("service account \"%s\" not found in namespace \"%s\": create it, or name another one in"
                        + " spec.serviceAccount.name")
                .formatted(account.name(), account.namespace());
    }

    private ActingIdentity connect(ServiceAccountRef account, String uid, AccountToken token) {
        return new ActingIdentity(objects.withToken(token::get), new Identity.Account(account), uid);
    }

    /**
     * Starts from an empty configuration: a client certificate or a token of the controller would take precedence over
     * the token of the account.
     */
    private static Config withoutCredentials(Config own) {
        return new ConfigBuilder(Config.empty())
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
                .build();
    }

    /** Removes an account from the cache: the next look-up asks the API server again. */
    public void forget(ServiceAccountRef account) {
        identities.remove(account);
    }

    @Override
    public void close() {
        anonymous.close();
    }
}
