package io.olm4j.cli.cluster;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.cli.command.OlmException;
import io.olm4j.files.AtomicFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An embedded cluster that is running for this user, as its process noted it once it was ready.
 *
 * @param pid of the process that holds it
 * @param registry host and port
 * @param logs the directory with the log of each process
 * @param steps how long each step of the start took
 */
public record RunningCluster(
        long pid, String kubeconfig, String kubectl, String registry, String logs, List<Step> steps) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** One thing that was done, and how long it took. */
    public record Step(String name, long millis) {}

    public RunningCluster {
        steps = List.copyOf(steps);
    }

    /** The running cluster of this name; empty if there is none. */
    public static Optional<RunningCluster> find(ClusterName name) {
        return find(StateDirectory.current().of(name));
    }

    /**
     * The running cluster of this directory; empty if there is none. Its process holds the lock and has written its
     * note since then. A starting cluster removes the note of its predecessor.
     */
    static Optional<RunningCluster> find(Path state) {
        Path file = file(state);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return new LeftoverData(state).isInUse()
                    ? Optional.of(JSON.readValue(file.toFile(), RunningCluster.class))
                            .filter(cluster -> cluster.process().isPresent())
                    : Optional.empty();
        } catch (IOException e) {
            throw new OlmException(
                    "cannot read " + file + ": " + e.getMessage() + "; remove it if no cluster is running", e);
        }
    }

    /** Writes the note in one step, so that a reader sees all of it or nothing. */
    void save(Path state) throws IOException {
        Path file = file(state);
        Files.createDirectories(file.getParent());
        AtomicFile.write(file, JSON.writeValueAsBytes(this));
    }

    /** An administrator's client; the caller closes it. */
    public KubernetesClient client() {
        return new KubernetesClientBuilder()
                .withConfig(Config.fromKubeconfig(new File(kubeconfig)))
                .build();
    }

    /** The line for the shell by which commands reach the cluster. */
    public String exportLine() {
        return "export KUBECONFIG=" + quoted(kubeconfig);
    }

    /** As a shell reads it; what needs no quotes has none. */
    static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./@%+=:,-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }

    /**
     * Asks the process of the cluster to stop, and waits until it ends; kills it if it does not end in time.
     *
     * @param name of this cluster
     */
    public void stop(ClusterName name) {
        stop(StateDirectory.current().of(name));
    }

    private void stop(Path state) {
        process().ifPresent(process -> {
            process.destroy();
            try {
                process.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (TimeoutException | ExecutionException e) {
                process.destroyForcibly();
                process.onExit().join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        forget(state);
    }

    /** Removes the note. */
    static void forget(Path state) {
        Path file = file(state);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new OlmException("cannot remove " + file + ": " + e.getMessage(), e);
        }
    }

    private Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    }

    private static Path file(Path state) {
        return state.resolve("cluster.json");
    }
}
