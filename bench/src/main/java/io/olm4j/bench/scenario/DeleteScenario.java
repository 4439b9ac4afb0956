package io.olm4j.bench.scenario;

import java.util.List;

/** Deletes all extensions, until the last one is gone with its objects. */
final class DeleteScenario implements Scenario {

    @Override
    public String name() {
        return "delete";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, settings.extensions(), SmallOperators.OLD);
            List<String> names = operators.names();
            var measurement = new Measurement(bench, figures);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            for (int run = 0; run < settings.runs(); run++) {
                load.install(names, SmallOperators.OLD);
                measurement.of("delete %d".formatted(settings.extensions()), () -> load.delete(names));
            }
        }
    }
}
