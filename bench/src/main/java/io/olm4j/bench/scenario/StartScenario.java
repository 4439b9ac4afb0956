package io.olm4j.bench.scenario;

import io.olm4j.localcluster.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Starts the controllers, one after the other, until they are ready. */
final class StartScenario implements Scenario {

    private static final int TIMES = 5;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            for (int time = 0; time < settings.runs() * TIMES; time++) {
                Path directory = Files.createTempDirectory(settings.directory(), "start-");
                measure(
                        bench,
                        figures,
                        "catalogd",
                        () -> OlmRoles.startCatalogd(bench.cluster(), settings.olm(), directory, FreePort.address()));
                measure(
                        bench,
                        figures,
                        "operator-controller",
                        () -> OlmRoles.startController(bench.cluster(), settings.olm(), directory));
            }
        }
    }

    private static void measure(BenchCluster bench, Figures figures, String role, Callable<RoleProcess> start)
            throws Exception {
        bench.awaitQuiet();
        String subject = "start of " + role;
        double loadAverage = MachineClock.loadAverage();
        MachineClock before = MachineClock.now();
        try (RoleProcess process = start.call()) {
            figures.add(subject, "until ready", "s", process.awaitReady());
            ProcessUsage usage = process.usage();
            double others = MachineClock.now().othersSince(before);
            figures.add(subject, "CPU until ready", "s", usage.cpuSeconds());
            figures.add(subject, "memory when ready", "MiB", usage.residentMebibytes());
            figures.add(new MachineLoad(subject, loadAverage, others, others));
        }
    }
}
