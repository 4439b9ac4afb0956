package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.assets.Progress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no process of a cluster survives the process that started it. */
class ParentDeathIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String END = "started";

    @TempDir
    private Path temporary;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endParents() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    /** Starts a cluster, prints the process ids and waits until it is killed. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults()
                    .withDirectory(Path.of(arguments[0]))
                    .withProgress(Progress.plain(System.err)));
            cluster.processes().forEach(process -> System.out.println("pid " + process.pid()));
            System.out.println(END);
            System.in.read();
        }
    }

    @Test
    void shouldLeaveNoProcessWhenTheParentIsKilled() throws IOException, InterruptedException {
        // Given
        Process parent = startParent();
        List<Long> pids = pids(parent);

        // When
        parent.destroyForcibly().waitFor();

        // Then
        assertThat(pids).hasSize(7);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(pids).noneMatch(ParentDeathIT::runs));
    }

    @Test
    void shouldLeaveNoProcessWhenTheParentEndsByASignal() throws IOException, InterruptedException {
        // Given
        Process parent = startParent();
        List<Long> pids = pids(parent);

        // When
        parent.destroy();

        // Then
        parent.waitFor();
        assertThat(pids).hasSize(7).noneMatch(ParentDeathIT::runs);
    }

    @Test
    void shouldTakeTheProgramAlongWhenItsRunnerIsKilled() throws IOException {
        // Given
        Process parent = startParent();
        List<Long> pids = pids(parent);
        long kwok = pids.getLast();
        ProcessHandle runner =
                ProcessHandle.of(kwok).flatMap(ProcessHandle::parent).orElseThrow();

        // When
        runner.destroyForcibly();

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(runs(kwok)).isFalse());
    }

    private Process startParent() throws IOException {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        temporary.resolve("cluster").toString())
                .redirectError(temporary.resolve("stderr").toFile())
                .start();
        started.add(parent);
        return parent;
    }

    /** The process ids of the components; that of kwok itself is the last. */
    private List<Long> pids(Process parent) throws IOException {
        List<Long> pids = new ArrayList<>();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
        for (String line = output.readLine(); !END.equals(line); line = output.readLine()) {
            if (line == null) {
                throw new AssertionError("the parent did not start: " + Files.readString(temporary.resolve("stderr")));
            }
            if (line.startsWith("pid ")) {
                pids.add(Long.parseLong(line.substring("pid ".length())));
            }
        }
        return pids;
    }

    /** A process that has ended may still be listed (state Z) until its new parent process collects it. */
    private static boolean runs(long pid) {
        try {
            return !Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
        } catch (IOException e) {
            return ProcessHandle.of(pid).isPresent();
        }
    }
}
