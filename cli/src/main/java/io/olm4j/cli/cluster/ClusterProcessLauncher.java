package io.olm4j.cli.cluster;

import io.olm4j.cli.command.AtInterrupt;
import io.olm4j.cli.command.OlmException;
import io.olm4j.localcluster.LocalClusterOptions;
import io.olm4j.localcluster.assets.AssetsProvisioner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts the process that holds the embedded cluster, and waits until it is ready. */
public final class ClusterProcessLauncher {

    /**
     * How long the launcher waits: longer than all steps of the process together, because the process reports the slow
     * step.
     */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Duration GLANCE = Duration.ofMillis(50);
    private static final int LOG_LINES = 15;

    /** The JVM options of the process that holds the cluster: it only starts other processes and waits. */
    private static final List<String> MEMORY = List.of("-Xmx128m", "-XX:+UseSerialGC");

    private final LocalClusterOptions options;
    private final List<String> flags;
    private final Path state;

    /** Launches a cluster in this way. */
    public ClusterProcessLauncher(ClusterOptions options) {
        this.options = options.toLocalClusterOptions();
        this.flags = options.flags();
        this.state = StateDirectory.current().of(options.name());
    }

    /**
     * Launches it. The control plane's programs are provided first, in this process, where the user sees the progress.
     *
     * @throws OlmException if it does not become ready; the message ends with its log
     * @throws IOException if the log cannot be written
     */
    public RunningCluster launch() throws IOException, InterruptedException {
        var _ = AssetsProvisioner.forThisMachine(options.progress()).provision(options.assets());
        Path log = Files.createDirectories(state).resolve("cluster.log");
        if (!new LeftoverData(state).isInUse()) { // Another "olm up" may be starting the cluster.
            Files.deleteIfExists(log);
        }
        ProcessBuilder builder = new ProcessBuilder(command())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        ServerMemory.limit(builder.environment());
        Process process = builder.start();
        // It is in a session of its own: a Ctrl-C before it is ready has to be passed on.
        try (AtInterrupt _ = AtInterrupt.run(process::destroy)) {
            return awaitReady(process, log);
        } catch (IOException | InterruptedException | RuntimeException e) {
            process.destroy();
            throw e;
        }
    }

    private RunningCluster awaitReady(Process process, Path log) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (System.nanoTime() - start < PATIENCE.toNanos()) {
            Optional<RunningCluster> running = RunningCluster.find(state);
            if (running.isPresent()) {
                return running.get();
            }
            if (process.waitFor(GLANCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new OlmException("the cluster did not start: see " + log + "\n" + tail(log));
            }
        }
        process.destroy();
        throw new OlmException(
                "the cluster was not ready after " + PATIENCE.toMinutes() + " minutes: see " + log + "\n" + tail(log));
    }

    /**
     * This JVM and this class path again, in a session of its own where that is possible, so that a Ctrl-C here does
     * not reach it.
     */
    private List<String> command() {
        var command = new ArrayList<String>();
        onPath("setsid").ifPresent(setsid -> command.add(setsid.toString()));
        List<String> arguments = new ArrayList<>(List.of("up", "--foreground"));
        arguments.addAll(flags);
        command.addAll(JavaCommand.of(MEMORY, arguments));
        return command;
    }

    private static Optional<Path> onPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String tail(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    }
}
