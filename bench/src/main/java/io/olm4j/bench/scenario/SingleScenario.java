package io.olm4j.bench.scenario;

import java.util.List;
import java.util.Optional;

/** Installs one extension on a quiet cluster, upgrades it, and deletes it, ten times in a run. */
final class SingleScenario implements Scenario {

    private static final int WARM_UP = 3;
    private static final int TIMES = 10;

    @Override
    public String name() {
        return "single";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, 1, SmallOperators.OLD, SmallOperators.NEW);
            String name = operators.names().getFirst();
            bench.restartOlm();
            operators.offer(SmallOperators.OLD, SmallOperators.NEW);
            double loadAverage = MachineClock.loadAverage();
            for (int run = 0; run < settings.runs(); run++) {
                bench.restartOlm();
                bench.awaitQuiet();
                MachineClock before = MachineClock.now();
                for (int time = -WARM_UP; time < TIMES; time++) {
                    double installed = seconds(
                            load, name, SmallOperators.OLD, () -> load.create(name, Optional.of(SmallOperators.OLD)));
                    double upgraded =
                            seconds(load, name, SmallOperators.NEW, () -> load.change(name, SmallOperators.NEW));
                    load.delete(List.of(name));
                    if (time >= 0) {
                        figures.add("one extension", "created until installed", "s", installed);
                        figures.add("one extension", "version changed until upgraded", "s", upgraded);
                    }
                }
                double others = MachineClock.now().othersSince(before);
                figures.add(new MachineLoad("one extension", loadAverage, others, others));
            }
        }
    }

    private static double seconds(SmallExtensions load, String name, String version, Runnable request)
            throws InterruptedException {
        long start = System.nanoTime();
        request.run();
        var _ = load.watch().awaitInstalled(List.of(name), version);
        return (System.nanoTime() - start) / 1e9;
    }
}
