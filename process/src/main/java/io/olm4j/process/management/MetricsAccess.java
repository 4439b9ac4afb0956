package io.olm4j.process.management;

import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewStatus;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfig;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.olm4j.oci.Digest;
import io.olm4j.process.time.SteadyTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authorizes readers of the metrics with the help of the API server: a TokenReview returns the user of a token, and a
 * SubjectAccessReview decides whether that user may {@code get} the path.
 *
 * <p>Answers are cached for the same times as in controller-runtime: a minute for tokens, five minutes for a
 * permission, half a minute for a denial. The cache key is a hash of the token.
 */
public final class MetricsAccess {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsAccess.class);

    private static final Duration TOKEN = Duration.ofMinutes(1);
    private static final Duration ALLOWED = Duration.ofMinutes(5);
    private static final Duration DENIED = Duration.ofSeconds(30);

    /** A scraper gives up after ten seconds and retries with its own next scrape, so these requests are not retried. */
    private static final RequestConfig PATIENCE = new RequestConfigBuilder()
            .withRequestTimeout(4_000)
            .withRequestRetryBackoffLimit(0)
            .build();

    /** The size of each cache; an entry is a hash and a user. */
    private static final int KEPT = 256;

    /** The most open reviews at the API server: any client can send tokens, and each new token causes a review. */
    private static final int QUESTIONS = 4;

    /** How long a caller waits for its turn; a scraper gives up after ten seconds. */
    private static final Duration TURN = Duration.ofSeconds(2);

    private final Semaphore questions = new Semaphore(QUESTIONS, true);
    private final KubernetesClient client;
    private final Answers<String, Optional<UserInfo>> users;
    private final Answers<UserInfo, Boolean> allowed;

    /** @param client may create TokenReviews and SubjectAccessReviews */
    public MetricsAccess(KubernetesClient client) {
        this(client, new SteadyTime());
    }

    MetricsAccess(KubernetesClient client, InstantSource time) {
        this.client = client.newClient(PATIENCE).adapt(KubernetesClient.class);
        this.users = new Answers<>(KEPT, time, _ -> TOKEN);
        this.allowed = new Answers<>(KEPT, time, answer -> answer ? ALLOWED : DENIED);
    }

    Access of(String token) {
        try {
            Optional<UserInfo> user = users.get(hash(token), () -> asked(() -> user(token)));
            if (user.isEmpty()) {
                return new Access.Unauthenticated();
            }
            boolean may = allowed.get(user.get(), () -> asked(() -> mayRead(user.get())));
            return may
                    ? new Access.Allowed()
                    : new Access.Denied(String.valueOf(user.get().getUsername()));
        } catch (KubernetesClientException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            LOG.warn("Whether a caller may read the metrics is not known: {}", cause.getMessage());
            return new Access.Unknown(
                    "The API server cannot be asked whether the caller may read the metrics; try again later.");
        } catch (BusyException e) {
            return new Access.Unknown("Too many questions about callers are open; try again later.");
        }
    }

    private <T> T asked(Supplier<T> question) {
        try {
            if (!questions.tryAcquire(TURN.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BusyException();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BusyException();
        }
        try {
            return question.get();
        } finally {
            questions.release();
        }
    }

    /** Too many questions to the API server are open. */
    private static final class BusyException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private Optional<UserInfo> user(String token) {
        TokenReview review = new TokenReviewBuilder()
                .withNewSpec()
                .withToken(token)
                .endSpec()
                .build();
        TokenReviewStatus status = client.resource(review).create().getStatus();
        return Boolean.TRUE.equals(status.getAuthenticated()) ? Optional.of(status.getUser()) : Optional.empty();
    }

    private boolean mayRead(UserInfo user) {
        SubjectAccessReview review = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(user.getUsername())
                .withUid(user.getUid())
                .withGroups(user.getGroups())
                .withExtra(user.getExtra())
                .withNewNonResourceAttributes()
                .withPath(MetricsEndpoint.PATH)
                .withVerb("get")
                .endNonResourceAttributes()
                .endSpec()
                .build();
        return Boolean.TRUE.equals(client.resource(review).create().getStatus().getAllowed());
    }

    private static String hash(String token) {
        return Digest.sha256(token.getBytes(StandardCharsets.UTF_8)).hex();
    }
}
