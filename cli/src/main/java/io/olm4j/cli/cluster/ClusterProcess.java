package io.olm4j.cli.cluster;

import io.olm4j.cli.cluster.RunningCluster.Step;
import io.olm4j.cli.command.Registries;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * The process that holds the embedded cluster: starts everything, records that it is ready, and ends everything at a
 * signal.
 */
final class ClusterProcess {

    private final ClusterOptions options;
    private final List<Step> steps = new ArrayList<>();

    ClusterProcess(ClusterOptions options) {
        this.options = options;
    }

    /** Something that takes its time and may fail. */
    private interface Work<T> {
        T run() throws IOException, ImageException;
    }

    /**
     * Runs until the process receives a signal to stop.
     *
     * @throws IOException if files cannot be written
     * @throws ImageException if the registry does not take the samples
     */
    void run() throws IOException, ImageException, InterruptedException {
        Path state = StateDirectory.current().of(options.name());
        Path caches = state.resolve("caches");
        if (!new LeftoverData(state).isInUse()) {
            RunningCluster.forget(state); // Its pid may be that of another process by now.
        }
        LocalCluster cluster = step(
                "control plane, nodes and registry",
                () -> LocalCluster.start(options.toLocalClusterOptions().withDirectory(state.resolve("cluster"))));
        OlmServers servers = step("CRDs, RBAC, catalogd and operator-controller", () -> {
            DirectoryTree.delete(caches); // The running control plane keeps another process out of this directory.
            Installation.install(cluster.adminClient());
            OlmServers started = OlmServers.start(cluster, caches, options.controllerFlags());
            started.awaitReady(cluster.logs());
            return started;
        });
        step("sample bundles and catalog, packed and pushed", () -> {
            Samples samples = new Samples(cluster.registryHost());
            samples.push(Registries.client());
            Installation.apply(cluster.adminClient(), samples.clusterCatalog());
            return samples;
        });
        var stop = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(stop, stopped), "olm-stop"));
        cluster.leaveEndToCaller(); // Its own hook would stop the API server while the servers still use it.
        try {
            try (cluster;
                    servers) {
                note(cluster, state);
                stop.await();
            }
            DirectoryTree.delete(caches);
        } finally {
            stopped.countDown();
        }
    }

    private static void end(CountDownLatch stop, CountDownLatch stopped) {
        stop.countDown();
        try {
            stopped.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(LocalCluster cluster, Path state) throws IOException {
        new RunningCluster(
                        ProcessHandle.current().pid(),
                        cluster.kubeconfig().toString(),
                        cluster.kubectlLauncher().toString(),
                        cluster.registryHost(),
                        cluster.logs().toString(),
                        steps)
                .save(state);
    }

    private <T> T step(String name, Work<T> work) throws IOException, ImageException {
        long start = System.nanoTime();
        T result = work.run();
        steps.add(new Step(name, Duration.ofNanos(System.nanoTime() - start).toMillis()));
        return result;
    }
}
