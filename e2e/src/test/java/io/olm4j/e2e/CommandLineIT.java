package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.api.ClusterCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code olm demo}, {@code olm up} and {@code olm down} as a user runs them. */
class CommandLineIT {

    private static final Pattern KUBECONFIG = Pattern.compile("(?m)^export KUBECONFIG=(.+)$");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path state;

    @SuppressWarnings("NullAway.Init")
    private OlmProcess olm;

    @BeforeEach
    void setUp() {
        olm = new OlmProcess(state);
    }

    @AfterEach
    void tearDown() throws Exception {
        olm.run("down", "--all");
    }

    @Test
    void shouldShowWhatTheDemoDidAndLeaveNothing() throws Exception {
        OlmProcess.Result demo = olm.run("demo");

        assertThat(demo.exitCode()).as("%s", demo).isZero();
        assertThat(demo.output())
                .contains("STEP", "RESULT", "TIME")
                .containsPattern("with version ~1.0 installed +greeter-operator.v1.0.0 +[0-9.]+ s")
                .containsPattern("upgraded along the channel's edges +greeter-operator.v1.2.0 +[0-9.]+ s")
                .contains("everything stopped")
                .doesNotContain("export KUBECONFIG");
        assertThat(Files.exists(state.resolve("olm4j/cluster.json"))).isFalse();
    }

    @Test
    void shouldLeaveTheClusterRunningUntilItIsTakenDownAndRunAnotherBesideIt() throws Exception {
        // Given the note of a cluster that ended without "olm down", whose pid another process has by now
        Files.createDirectories(state.resolve("olm4j"));
        Files.writeString(state.resolve("olm4j/cluster.json"), """
                {"pid": %d, "kubeconfig": "/old", "kubectl": "/old", "registry": "old", "logs": "/old", "steps": []}
                """.formatted(
                        ProcessHandle.current().pid()));

        OlmProcess.Result up = olm.run("up");

        Path kubeconfig = started(up);
        assertThatItHasTheSampleCatalog(kubeconfig);
        long pid = new ObjectMapper()
                .readTree(state.resolve("olm4j/cluster.json").toFile())
                .path("pid")
                .asLong();
        assertThat(ProcessHandle.of(pid)).isPresent();

        assertThatAKilledServerComesBack(pid);
        OlmProcess.Result logs = olm.run("logs", "--tail", "1000");
        assertThat(logs.output()).contains("operator-controller has started", "catalogd has started");

        OlmProcess.Result again = olm.run("up");
        OlmProcess.Result demo = olm.run("demo");

        assertThat(again.exitCode()).isZero();
        assertThat(again.errors()).contains("running already");
        assertThat(again.output())
                .startsWith("export KUBECONFIG=" + kubeconfig + "\n")
                .doesNotContain("running already");
        assertThat(demo.exitCode()).isEqualTo(2);
        assertThat(demo.errors()).contains("stop it with \"olm down\"");

        Path other = started(olm.run("up", "--name", "other"));

        assertThat(other).isNotEqualTo(kubeconfig);
        assertThat(context(kubeconfig)).isEqualTo("olm4j");
        assertThat(context(other)).isEqualTo("olm4j-other");

        OlmProcess.Result down = olm.run("down");

        assertThat(down.exitCode()).isZero();
        assertThat(down.output()).isEqualTo("stopped\n");
        assertThat(kubeconfig).doesNotExist();
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        OlmProcess.Result none = olm.run("down");
        assertThat(none.exitCode()).as("%s", none).isZero();
        assertThat(none.output()).isEqualTo("cluster default is not running; --name selects one that runs: other\n");
        assertThatItHasTheSampleCatalog(other);
        assertThat(olm.run("logs", "--name", "other", "--tail", "1000").output())
                .contains("catalogd has started");
        assertThat(olm.run("down", "--all").output()).isEqualTo("cluster other is stopped\n");
        assertThat(olm.run("down").output()).contains("no cluster is running");
    }

    @Test
    void shouldSayInOneSentenceThatANameIsNoName() throws Exception {
        OlmProcess.Result up = olm.run("up", "--name", "../left");

        assertThat(up.exitCode()).isEqualTo(2);
        assertThat(up.errors()).contains("\"../left\" is not a name of 1 to 63 lower-case letters");
    }

    private static Path started(OlmProcess.Result up) {
        assertThat(up.exitCode()).as("%s", up).isZero();
        Matcher line = KUBECONFIG.matcher(up.output());
        assertThat(line.find()).as("%s", up).isTrue();
        return Path.of(line.group(1));
    }

    private static String context(Path kubeconfig) {
        return Config.fromKubeconfig(kubeconfig.toFile()).getCurrentContext().getName();
    }

    private static void assertThatItHasTheSampleCatalog(Path kubeconfig) {
        try (KubernetesClient client = new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(kubeconfig.toFile()))
                .build()) {
            assertThat(client.resources(ClusterCatalog.class)
                            .withName("samples")
                            .get())
                    .isNotNull();
        }
    }

    /** Each is a process of its own: the control plane goes on, and the one that was killed is started again. */
    private static void assertThatAKilledServerComesBack(long cluster) {
        ProcessHandle killed = server(cluster).orElseThrow();
        assertThat(killed.destroyForcibly()).isTrue();
        await().atMost(Duration.ofMinutes(2))
                .until(() ->
                        server(cluster).filter(now -> now.pid() != killed.pid()).isPresent());
    }

    private static Optional<ProcessHandle> server(long cluster) {
        return ProcessHandle.of(cluster).stream()
                .flatMap(ProcessHandle::children)
                .filter(child -> commandLine(child).contains("--only=operator-controller"))
                .findFirst();
    }

    /** ProcessHandle cuts what is longer than a page. */
    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void shouldSayInOneSentenceThatAssetsAreMissing() throws Exception {
        OlmProcess.Result up =
                olm.run("up", "--kube-assets", state.resolve("nothing").toString());

        assertThat(up.exitCode()).isEqualTo(2);
        assertThat(up.errors()).startsWith("olm: ").contains("nothing").doesNotContain("\tat ");
    }
}
