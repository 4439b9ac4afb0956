package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.TestCluster;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.CipherSuite;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class ApiServerTlsIT {

    @Test
    void shouldAgreeOnTheCipherThatIsFastWithoutSecondCompiler() {
        Set<CipherSuite> used = ConcurrentHashMap.newKeySet();
        var http = new ApiServerHttp(chain -> {
            Response response = chain.proceed(chain.request());
            used.add(response.handshake().cipherSuite());
            return response;
        });
        try (KubernetesClient client =
                http.newClient(TestCluster.shared().cluster().adminClient().getConfiguration())) {
            client.getKubernetesVersion();
        }

        assertThat(used).containsExactly(CipherSuite.TLS_CHACHA20_POLY1305_SHA256);
    }
}
