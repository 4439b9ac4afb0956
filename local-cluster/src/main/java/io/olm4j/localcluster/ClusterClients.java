package io.olm4j.localcluster;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Creates clients of one API server.
 *
 * @param server its URL
 * @param authority the file of its certificate authority
 */
record ClusterClients(String server, Path authority) {

    /** The local API server answers within this time. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private static final int CONCURRENT_REQUESTS = 256;

    /** Nothing renews these tokens, and a cluster may run for long; its end makes them worthless. */
    private static final Duration SERVICE_ACCOUNT_TOKEN_LIFE = Duration.ofDays(365);

    KubernetesClient withToken(String token) {
        return client(config(token));
    }

    KubernetesClient impersonating(String adminToken, String user, String... groups) {
        return client(new ConfigBuilder(config(adminToken))
                .withImpersonateUsername(user)
                .withImpersonateGroups(groups)
                .build());
    }

    /** Requests a token of a service account from the API server. */
    static String serviceAccountToken(KubernetesClient admin, String namespace, String name) {
        return admin.serviceAccounts()
                .inNamespace(namespace)
                .withName(name)
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(SERVICE_ACCOUNT_TOKEN_LIFE.toSeconds())
                        .endSpec()
                        .build())
                .getStatus()
                .getToken();
    }

    private Config config(String token) {
        return new ConfigBuilder(Config.empty())
                .withMasterUrl(server)
                .withCaCertFile(authority.toString())
                .withOauthToken(token)
                .withNamespace("default")
                .withConnectionTimeout((int) TIMEOUT.toMillis())
                .withRequestTimeout((int) TIMEOUT.toMillis())
                // The server is local: a retry would fail again, and tests must see the failure.
                .withRequestRetryBackoffLimit(1)
                .withMaxConcurrentRequests(CONCURRENT_REQUESTS)
                .withMaxConcurrentRequestsPerHost(CONCURRENT_REQUESTS)
                .build();
    }

    private static KubernetesClient client(Config config) {
        return new KubernetesClientBuilder().withConfig(config).build();
    }
}
