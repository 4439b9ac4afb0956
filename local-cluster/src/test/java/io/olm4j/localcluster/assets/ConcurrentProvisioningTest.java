package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that two processes that need the same build share one build. */
class ConcurrentProvisioningTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    /** The main class of each process. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) {
            Assets assets =
                    AssetsProvisioner.forThisMachine(Progress.plain(System.out)).provision(Optional.empty());
            System.out.println("provisioned " + assets.controlPlane());
        }
    }

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void end() {
        for (Process process : started) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Test
    void shouldBuildOnceWhenTwoProcessesNeedItAtOnce() throws IOException, InterruptedException {
        // Given
        FakeGo go = FakeGo.install(home, "go1.26.1", 0);
        Path gate = home.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();

        // When
        Path firstOutput = home.resolve("first");
        Path secondOutput = home.resolve("second");
        Process first = start(go, firstOutput);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(go.asked()).isNotEmpty());
        Process second = start(go, secondOutput);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(secondOutput).content().contains("Waiting for another process"));
        Files.writeString(gate, "go on\n");

        // Then
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(firstOutput).content().contains("provisioned " + go.cache());
        assertThat(secondOutput).content().contains("provisioned " + go.cache());
        assertThat(go.asked()).filteredOn(line -> line.startsWith("build ")).hasSize(1);
    }

    private Process start(FakeGo go, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
        builder.environment().clear();
        builder.environment().putAll(go.environment());
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        started.add(process);
        return process;
    }
}
