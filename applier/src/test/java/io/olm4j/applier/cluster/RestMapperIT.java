package io.olm4j.applier.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.RequestLog;
import io.olm4j.testsupport.TestCluster;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link RestMapper} with a real API server. */
class RestMapperIT {

    private static final GroupVersionKind DEPLOYMENT = new GroupVersionKind("apps", "v1", "Deployment");

    private final RequestLog requests = new RequestLog();

    @AutoClose
    private final KubernetesClient client =
            requests.client(TestCluster.shared().client().getConfiguration());

    private final RestMapper mapper = new RestMapper(ObjectClient.of(client));

    @Test
    void shouldAskOnceForAllKindsOfAGroupUntilTheGroupIsForgotten() {
        assertThat(mapper.find(DEPLOYMENT)).contains(new RestMapping(DEPLOYMENT, "deployments", true));
        assertThat(mapper.find(new GroupVersionKind("apps", "v1", "DaemonSet"))).isPresent();
        assertThat(requests.readsOf("/apis/apps/v1")).isEqualTo(1);

        mapper.forget("batch");
        mapper.find(DEPLOYMENT);
        assertThat(requests.readsOf("/apis/apps/v1")).isEqualTo(1);

        mapper.forget("apps");
        mapper.find(DEPLOYMENT);
        assertThat(requests.readsOf("/apis/apps/v1")).isEqualTo(2);
    }

    @Test
    void shouldNotKeepAnAnswerWhenTheGroupChangedMeanwhile() {
        // Given
        forgetBeforeTheFirstAnswer("apps");
        mapper.find(DEPLOYMENT);

        // When
        mapper.find(DEPLOYMENT);
        mapper.find(DEPLOYMENT);

        // Then
        assertThat(requests.readsOf("/apis/apps/v1")).isEqualTo(2);
    }

    @Test
    void shouldKeepAnAnswerWhenAnotherGroupChangedMeanwhile() {
        // Given
        forgetBeforeTheFirstAnswer("batch");
        mapper.find(DEPLOYMENT);

        // When
        mapper.find(DEPLOYMENT);

        // Then
        assertThat(requests.readsOf("/apis/apps/v1")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503})
    void shouldKeepWhatItKnowsWhileTheServerOfAGroupFails(int code) {
        // Given
        mapper.find(DEPLOYMENT);

        // When
        requests.inject(Faults.answer(code));
        mapper.forget("apps");
        mapper.forget("apps");

        // Then
        assertThat(mapper.find(DEPLOYMENT)).contains(new RestMapping(DEPLOYMENT, "deployments", true));
        GroupVersionKind unknown = new GroupVersionKind("apps", "v1", "Unknown");
        assertThatThrownBy(() -> mapper.find(unknown)).isInstanceOf(ApiException.class);

        // When it answers again
        requests.inject(Faults.answer(404));

        // Then
        assertThat(mapper.find(DEPLOYMENT)).isEmpty();
    }

    /** As if a definition of the group changed after the API server has answered, and before the answer arrives. */
    private void forgetBeforeTheFirstAnswer(String group) {
        var first = new AtomicBoolean(true);
        requests.inject(chain -> {
            Response answer = chain.proceed(chain.request());
            if (first.getAndSet(false)) {
                mapper.forget(group);
            }
            return answer;
        });
    }
}
