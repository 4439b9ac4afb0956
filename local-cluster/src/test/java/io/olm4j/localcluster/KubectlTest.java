package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link Kubectl} with a shell in the place of kubectl. */
class KubectlTest {

    @TempDir
    private Path directory;

    @Test
    void shouldReturnTheWholeOutputWhenTheInputIsLarge() {
        // Given more than a pipe holds
        String input = "0123456789abcdef\n".repeat(100_000);

        // When
        Kubectl.Result result = kubectl("cat; echo end of \"$1\" >&2; exit 3", Duration.ofMinutes(2))
                .runWithInput(input, "apply");

        // Then
        assertThat(result.exitCode()).isEqualTo(3);
        assertThat(result.output()).isEqualTo(input + "end of apply\n");
    }

    @Test
    void shouldEndItWhenItTakesTooLong() {
        // Given
        Kubectl kubectl = kubectl("exec sleep 600", Duration.ofMillis(500));

        // When / Then
        assertThatThrownBy(() -> kubectl.run("get", "pods"))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageMatching("kubectl get pods did not end within \\d+ s");
    }

    private Kubectl kubectl(String script, Duration limit) {
        return new Kubectl(List.of("sh", "-c", script, "kubectl"), directory.resolve("kubeconfig"), limit);
    }
}
