package io.olm4j.applier.account;

import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token of one service account. It is requested at the first use, and again when a fifth of its lifetime is left.
 */
final class AccountToken {

    private static final Duration LIFE = Duration.ofHours(1);

    private final KubernetesClient controller;
    private final ServiceAccountRef account;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private String token = "";
    private Instant renewAt = Instant.MIN;

    AccountToken(KubernetesClient controller, ServiceAccountRef account, Clock clock) {
        this.controller = controller;
        this.account = account;
        this.clock = clock;
    }

    /** @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server issues no token */
    String get() {
        lock.lock();
        try {
            Instant now = clock.instant();
            if (!now.isBefore(renewAt)) {
                TokenRequest answer = controller
                        .serviceAccounts()
                        .inNamespace(account.namespace())
                        .withName(account.name())
                        .tokenRequest(new TokenRequestBuilder()
                                .withNewSpec()
                                .withExpirationSeconds(LIFE.toSeconds())
                                .endSpec()
                                .build());
                token = answer.getStatus().getToken();
                Duration left =
                        Duration.between(now, Instant.parse(answer.getStatus().getExpirationTimestamp()));
                renewAt = now.plus(left.multipliedBy(4).dividedBy(5));
            }
            return token;
        } finally {
            lock.unlock();
        }
    }
}
