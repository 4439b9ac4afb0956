package io.olm4j.bench.scenario;

import java.time.Duration;

/** Measures what an action on a cluster takes: wall time, CPU of each process, requests. */
final class Measurement {

    private static final Duration BEFORE = Duration.ofSeconds(1);

    /** The measured part of a scenario. */
    interface Action {
        void run() throws Exception;
    }

    private final BenchCluster bench;
    private final Figures figures;

    Measurement(BenchCluster bench, Figures figures) {
        this.bench = bench;
        this.figures = figures;
    }

    /** Waits until the cluster is quiet, runs the action and adds its figures. */
    void of(String subject, Action action) throws Exception {
        bench.awaitQuiet();
        figures.add(
                subject,
                "CPU of the same work just before, to compare the speed of the machine",
                "ms",
                MachineSpeed.workMillis());
        double loadAverage = MachineClock.loadAverage();
        MachineClock idle = MachineClock.now();
        // What other processes use meanwhile is noted beside the figures.
        Thread.sleep(BEFORE);
        UsageSnapshot before = UsageSnapshot.of(bench.cluster(), bench.olm());
        long start = System.nanoTime();
        action.run();
        figures.add(subject, "wall", "s", (System.nanoTime() - start) / 1e9);
        UsageSnapshot after = UsageSnapshot.of(bench.cluster(), bench.olm());
        if (bench.olm().isPresent()) {
            figures.add(subject, "CPU of operator-controller", "s", after.controller() - before.controller());
            figures.add(subject, "CPU of catalogd", "s", after.catalogd() - before.catalogd());
        }
        figures.add(subject, "CPU of the API server", "s", after.apiServer() - before.apiServer());
        figures.add(subject, "CPU of etcd", "s", after.etcd() - before.etcd());
        figures.add(
                subject,
                "CPU of all, the control plane and the benchmark too",
                "s",
                after.clock().ownSeconds() - before.clock().ownSeconds());
        figures.add(
                subject,
                "requests of all clients",
                "",
                after.requests().all() - before.requests().all());
        figures.add(
                subject,
                "reviews of all clients",
                "",
                after.requests().reviews() - before.requests().reviews());
        figures.add(new MachineLoad(
                subject,
                loadAverage,
                before.clock().othersSince(idle),
                after.clock().othersSince(before.clock())));
    }

    /** Adds the memory of the controllers. */
    void memory(String subject) {
        OlmRoles olm = bench.olm().orElseThrow();
        ProcessUsage controller = olm.controller().usage();
        ProcessUsage catalogd = olm.catalogd().usage();
        figures.add(subject, "peak memory of operator-controller", "MiB", controller.peakMebibytes());
        figures.add(subject, "peak memory of catalogd", "MiB", catalogd.peakMebibytes());
        figures.add(subject, "peak memory of both", "MiB", controller.peakMebibytes() + catalogd.peakMebibytes());
        figures.add(subject, "memory of operator-controller", "MiB", controller.residentMebibytes());
        figures.add(subject, "memory of catalogd", "MiB", catalogd.residentMebibytes());
    }
}
