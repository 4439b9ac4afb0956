package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeptTokenInterceptorTest {

    @Test
    void shouldSendTheKnownTokenWhenTheCredentialsCannotBeReadAgain() {
        var config = new BrokenConfig();
        config.setAutoOAuthToken("known");
        var interceptor = new KeptTokenInterceptor(config, new ApiServerHttp(), Instant.EPOCH);

        var request = new StandardHttpRequest.Builder();
        HttpRequest unsent = request.uri("http://127.0.0.1/").build();

        interceptor.before(request, unsent, new NoTags());

        assertThat(config.refreshed).isTrue();
        assertThat(request.build().headers("Authorization")).containsExactly("Bearer known");
    }

    private static final class NoTags implements Interceptor.RequestTags {

        @Override
        public <T> T getTag(Class<T> type) {
            throw new UnsupportedOperationException();
        }
    }

    /** A kubeconfig that is being written. */
    private static final class BrokenConfig extends Config {

        private boolean refreshed;

        @Override
        public Config refresh() {
            refreshed = true;
            throw new KubernetesClientException("the kubeconfig ends too early");
        }
    }
}
