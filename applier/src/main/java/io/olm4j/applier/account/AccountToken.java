package io.olm4j.applier.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.cluster.ApiException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token of one service account. It is requested at the first use, and again when a fifth of its lifetime is left.
 * If that fails, it is used until it expires, and requested again every minute.
 */
final class AccountToken {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMinutes(1);

    /** A token of a pod lives a year at most. A larger number could not be added to a time. */
    private static final Duration LONGEST = Duration.ofDays(366);

    private final KubernetesClient controller;
    private final ServiceAccountRef account;
    private final InstantSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private String token = "";
    private Instant renewAt = Instant.MIN;
    private Instant expires = Instant.MIN;

    AccountToken(KubernetesClient controller, ServiceAccountRef account, InstantSource time) {
        this.controller = controller;
        this.account = account;
        this.time = time;
    }

    /**
     * The UID of the account: the claim of the token, or else that of the account on the API server.
     *
     * @throws KubernetesClientException if the API server issues no token, with 404 if the account does not exist
     */
    String accountUid() {
        String claim = claims(get()).at("/kubernetes.io/serviceaccount/uid").asText("");
        return claim.isEmpty()
                ? Optional.ofNullable(controller
                                .serviceAccounts()
                                .inNamespace(account.namespace())
                                .withName(account.name())
                                .get())
                        .map(there -> there.getMetadata().getUid())
                        .orElse("")
                : claim;
    }

    /** The claims of a token that the API server issued; missing if it is not a JSON Web Token. */
    static JsonNode claims(String token) {
        String[] parts = token.split("\\.", -1);
        try {
            return parts.length < 2
                    ? MissingNode.getInstance()
                    : JSON.readTree(Base64.getUrlDecoder().decode(parts[1]));
        } catch (IllegalArgumentException | IOException e) {
            return MissingNode.getInstance();
        }
    }

    /**
     * The lifetime of a token, which the API server may shorten. Both times are those of its clock, which may differ
     * from the clock of this machine. A token without them counts for the lifetime that was requested, and one that
     * lives longer than a year is renewed as if it lived a year.
     */
    static Duration life(JsonNode claims) {
        long issued = claims.path("iat").asLong();
        long expires = claims.path("exp").asLong();
        return issued > 0 && expires > issued
                ? Duration.ofSeconds(Math.min(expires - issued, LONGEST.toSeconds()))
                : LIFE;
    }

    /** @throws KubernetesClientException if the API server issues no token and there is none that is still valid */
    String get() {
        lock.lock();
        try {
            Instant now = time.instant();
            if (!now.isBefore(renewAt)) {
                renew(now);
            }
            return token;
        } finally {
            lock.unlock();
        }
    }

    private void renew(Instant now) {
        try {
            token = request();
            Duration life = life(claims(token));
            expires = now.plus(life);
            renewAt = now.plus(life.multipliedBy(4).dividedBy(5));
        } catch (KubernetesClientException e) {
            if (ApiException.isRefusal(e) || !now.isBefore(expires)) {
                throw e;
            }
            renewAt = now.plus(PAUSE_AFTER_FAILURE);
        }
    }

    private String request() {
        TokenRequest answer = controller
                .serviceAccounts()
                .inNamespace(account.namespace())
                .withName(account.name())
                .tokenRequest(new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(LIFE.toSeconds())
                        .endSpec()
                        .build());
        return answer.getStatus().getToken();
    }
}
