package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.command.OlmException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link PodAccount}. */
class PodAccountTest {

    @TempDir
    private Path mounted = Path.of("");

    @Test
    void shouldActAsTheServiceAccountOfThePod() throws Exception {
        // given
        Path token = Files.writeString(mounted.resolve("token"), "one\n");
        Path authority = Files.writeString(mounted.resolve("ca.crt"), "a certificate");
        Files.writeString(mounted.resolve("namespace"), "post");

        // when
        Config client = PodAccount.clientConfig(
                        Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "KUBERNETES_SERVICE_PORT", "6443"), mounted)
                .orElseThrow();

        // then
        assertThat(client.getMasterUrl()).isEqualTo("https://10.0.0.1:6443/");
        assertThat(client.getCaCertFile()).isEqualTo(authority.toString());
        assertThat(client.getNamespace()).isEqualTo("post");
        assertThat(client.getOauthTokenProvider().getToken()).isEqualTo("one");

        // when: the kubelet replaces the token
        Files.writeString(token, "two\n");

        // then
        assertThat(client.getOauthTokenProvider().getToken()).isEqualTo("two");

        // when: it cannot be read at this moment
        Files.delete(token);

        // then
        assertThat(client.getOauthTokenProvider().getToken()).isEqualTo("two");
    }

    @ParameterizedTest
    @CsvSource({"fd00::1, 443, 'https://[fd00::1]:443/'", "'', '', https://kubernetes.default.svc/"})
    void shouldFindTheApiServer(String host, String port, String server) throws Exception {
        Files.writeString(mounted.resolve("token"), "one");

        assertThat(PodAccount.clientConfig(
                        Map.of("KUBERNETES_SERVICE_HOST", host, "KUBERNETES_SERVICE_PORT", port), mounted))
                .map(Config::getMasterUrl)
                .contains(server);
    }

    @Test
    void shouldSayThatTheTokenCannotBeRead() throws Exception {
        Files.createDirectory(mounted.resolve("token"));

        assertThatThrownBy(() -> PodAccount.clientConfig(Map.of(), mounted))
                .isInstanceOf(OlmException.class)
                .hasMessage("the token of the service account cannot be read: Is a directory");
    }

    @Test
    void shouldFindNoAccountOutsideOfAPod() {
        assertThat(PodAccount.clientConfig(Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"), mounted))
                .isEmpty();
    }
}
