package io.olm4j.bench.scenario;

import java.util.List;

/** Upgrades all extensions at once, because the catalog gets a newer version of each. */
final class UpgradeScenario implements Scenario {

    @Override
    public String name() {
        return "upgrade";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators =
                    SmallOperators.push(bench, settings.extensions(), SmallOperators.OLD, SmallOperators.NEW);
            List<String> names = operators.names();
            var measurement = new Measurement(bench, figures);
            String subject = "upgrade %d".formatted(settings.extensions());
            bench.restartOlm();
            for (int run = 0; run < settings.runs(); run++) {
                operators.offer(SmallOperators.OLD);
                load.install(names, SmallOperators.OLD);
                measurement.of(subject, () -> {
                    operators.offer(SmallOperators.OLD, SmallOperators.NEW);
                    load.watch().awaitInstalled(names, SmallOperators.NEW);
                });
                measurement.memory(subject);
                load.delete(names);
            }
        }
    }
}
