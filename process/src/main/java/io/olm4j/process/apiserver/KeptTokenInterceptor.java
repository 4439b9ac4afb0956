package io.olm4j.process.apiserver;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.utils.TokenRefreshInterceptor;
import io.olm4j.process.time.SteadyTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the credentials again as the library does, once a minute, and keeps the known ones if they cannot be read: a
 * kubeconfig may be half written at that moment. The library loses an exception on the thread that repeats requests:
 * the request would wait for ever, and an informer would not list again.
 */
final class KeptTokenInterceptor extends TokenRefreshInterceptor {

    private static final Logger LOG = LoggerFactory.getLogger(KeptTokenInterceptor.class);
    private static final Duration WARNED_AGAIN = Duration.ofMinutes(1);

    private final Config credentials;
    private final SteadyTime time = new SteadyTime();
    private volatile Instant warnAt = Instant.MIN;

    /** @param read when the credentials of the configuration were read */
    KeptTokenInterceptor(Config config, HttpClient.Factory factory, Instant read) {
        super(config, factory, read);
        this.credentials = config;
    }

    @Override
    public CompletableFuture<Boolean> afterFailure(BasicBuilder request, HttpResponse<?> response, RequestTags tags) {
        if (!shouldFail(response) && credentials.getOauthTokenProvider() instanceof RenewableToken token) {
            token.refused();
        }
        return super.afterFailure(request, response, tags);
    }

    @Override
    public void before(BasicBuilder request, HttpRequest unsent, RequestTags tags) {
        try {
            super.before(request, unsent, tags); // It sets the known token before it reads a new one.
        } catch (RuntimeException e) {
            Instant now = time.instant();
            if (!now.isBefore(warnAt)) {
                warnAt = now.plus(WARNED_AGAIN);
                LOG.warn("The credentials could not be read again, so that the known ones stay: {}", e.toString());
            }
        }
    }
}
