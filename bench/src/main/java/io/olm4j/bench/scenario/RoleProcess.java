package io.olm4j.bench.scenario;

import io.olm4j.localcluster.FreePort;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process of {@code olm run}, started by a distribution as {@code olm up} starts it. */
final class RoleProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final long BETWEEN_PROBES = Duration.ofMillis(10).toNanos();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final long started;
    private final HttpRequest readiness;
    private final Path log;

    private RoleProcess(Process process, long started, URI readiness, Path log) {
        this.process = process;
        this.started = started;
        this.readiness =
                HttpRequest.newBuilder(readiness).timeout(Duration.ofSeconds(2)).build();
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param olm the launcher of a distribution
     * @param directory gets its kubeconfig and its log
     * @param name of those files
     * @param kubeconfig the text of its kubeconfig
     * @param flags of the command
     */
    static RoleProcess start(Path olm, Path directory, String name, String kubeconfig, List<String> flags)
            throws IOException {
        Files.createDirectories(directory);
        Path access = Files.writeString(directory.resolve(name + ".kubeconfig"), kubeconfig);
        Path log = directory.resolve(name + ".log");
        String health = FreePort.address();
        List<String> command = new ArrayList<>(
                List.of(olm.toString(), "run", "--end-with-input", "--health-probe-bind-address=" + health));
        command.addAll(flags);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().put("KUBECONFIG", access.toString());
        long started = System.nanoTime();
        return new RoleProcess(builder.start(), started, URI.create("http://" + health + "/readyz"), log);
    }

    /** Waits until it is ready; returns the seconds since its start. */
    double awaitReady() {
        long deadline = started + LIMIT.toNanos();
        while (!isReady()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "a controller is not ready within %d s: see %s".formatted(LIMIT.toSeconds(), log));
            }
            LockSupport.parkNanos(BETWEEN_PROBES);
        }
        return (System.nanoTime() - started) / 1e9;
    }

    private boolean isReady() {
        try {
            return HTTP.send(readiness, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a controller started", e);
        }
    }

    /** What it has used so far. */
    ProcessUsage usage() {
        return ProcessUsage.of(process.pid())
                .orElseThrow(() -> new IllegalStateException("a controller has ended: see " + log));
    }

    /** Kills it. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
