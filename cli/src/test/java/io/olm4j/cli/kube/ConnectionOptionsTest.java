package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link ConnectionOptions}. */
class ConnectionOptionsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"extension list", "extension install g", "doctor", "catalog list", "resolve g"})
    void shouldNameTheApiServerWhenNothingListens(String command) throws Exception {
        // given
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c}}]
                current-context: c
                """);

        // when
        CommandRun run = CommandRun.olm((command + " --kubeconfig " + kubeconfig).split(" "));

        // then
        assertThat(run.err())
                .isEqualTo("olm: the API server http://127.0.0.1:1 cannot be reached: connection refused;"
                        + " check the kubeconfig and whether the cluster runs\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @Test
    void shouldSayThatTheFileDoesNotExistWhenKubeconfigIsSet() {
        assertThat(ConnectionOptions.noCluster(Optional.of("/nowhere")))
                .isEqualTo("KUBECONFIG is /nowhere, but no such file exists: name another file");
        assertThat(ConnectionOptions.noCluster(Optional.empty()))
                .isEqualTo("no cluster is configured: set KUBECONFIG, or name a kubeconfig by --kubeconfig");
    }
}
