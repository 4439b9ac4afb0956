package io.olm4j.bench.scenario;

import java.util.List;

/**
 * The memory of new processes that install extensions, then four times as many; and of one process with both roles that
 * installs the first ones.
 */
final class MemoryScenario implements Scenario {

    private static final int MANY = 4;

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            int few = settings.extensions();
            SmallOperators operators = SmallOperators.push(bench, MANY * few, SmallOperators.OLD);
            List<String> names = operators.names();
            var measurement = new Measurement(bench, figures);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            for (int run = 0; run < settings.runs(); run++) {
                bench.restartOlm();
                load.install(names.subList(0, few), SmallOperators.OLD);
                bench.awaitQuiet();
                measurement.memory("%d installed".formatted(few));
                load.install(names.subList(few, names.size()), SmallOperators.OLD);
                bench.awaitQuiet();
                measurement.memory("%d installed".formatted(names.size()));
                load.delete(names);
                measureTogether(bench, load, names.subList(0, few), figures);
            }
        }
    }

    private static void measureTogether(BenchCluster bench, SmallExtensions load, List<String> names, Figures figures)
            throws Exception {
        try (RoleProcess both = bench.startTogether()) {
            load.install(names, SmallOperators.OLD);
            bench.awaitQuiet();
            String subject = "%d installed, both roles in one process".formatted(names.size());
            ProcessUsage usage = both.usage();
            figures.add(subject, "peak memory", "MiB", usage.peakMebibytes());
            figures.add(subject, "memory", "MiB", usage.residentMebibytes());
            load.delete(names);
        }
    }
}
