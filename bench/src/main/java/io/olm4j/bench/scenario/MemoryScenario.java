package io.olm4j.bench.scenario;

import java.util.List;

/** The memory of new processes that install extensions, then four times as many. */
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
            }
        }
    }
}
