package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParseException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for {@link ApiFailures}. */
class ApiFailuresTest {

    @ParameterizedTest
    @MethodSource("failuresOfTheNetwork")
    void shouldSayWhyTheApiServerCannotBeReachedWhenTheNetworkFails(Throwable cause, String why) throws Exception {
        // given
        KubernetesClientException failure = failed(cause);

        // when
        String sentence = ApiFailures.describe(failure, server());

        // then
        assertThat(sentence)
                .isEqualTo("the API server https://127.0.0.1:9 cannot be reached: " + why
                        + "; check the kubeconfig and whether the cluster runs");
    }

    static Stream<Arguments> failuresOfTheNetwork() {
        return Stream.of(
                Arguments.of(
                        new ConnectException("Failed to connect to /127.0.0.1:9")
                                .initCause(new ConnectException("Connection refused")),
                        "connection refused"),
                Arguments.of(new UnknownHostException("nowhere.invalid"), "unknown host"),
                Arguments.of(new TimeoutException(), "timeout"),
                Arguments.of(new InterruptedIOException("timeout").initCause(new IOException("Canceled")), "timeout"),
                Arguments.of(
                        new SSLHandshakeException("PKIX path building failed")
                                .initCause(new CertificateException("unable to find valid certification path")),
                        "TLS failure: unable to find valid certification path"));
    }

    @Test
    void shouldNotBlameTheNetworkWhenTheAnswerIsNotJson() throws Exception {
        // given
        KubernetesClientException failure = failed(new JsonParseException(null, "this is not JSON"));

        // when
        String sentence = ApiFailures.describe(failure, server());

        // then
        assertThat(sentence).isEqualTo("this is not JSON");
    }

    private static URL server() throws Exception {
        return URI.create("https://127.0.0.1:9/").toURL();
    }

    /** As the library fails: it puts the cause into exceptions of its own. */
    private static KubernetesClientException failed(Throwable cause) {
        return new KubernetesClientException(
                "Operation: [list]  for kind: [ClusterExtension]  with name: [null]  in namespace: [null]  failed.",
                new IOException(cause.getMessage(), cause));
    }
}
