package io.olm4j.bench.scenario;

import java.time.Duration;

/** Leaves installed extensions alone for a minute. */
final class RestScenario implements Scenario {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Override
    public String name() {
        return "rest";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, settings.extensions(), SmallOperators.OLD);
            var measurement = new Measurement(bench, figures);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            load.install(operators.names(), SmallOperators.OLD);
            // Sets that have rolled out are looked at again half a minute later.
            Thread.sleep(MINUTE);
            for (int run = 0; run < settings.runs(); run++) {
                measurement.of("a minute at rest with %d".formatted(settings.extensions()), () -> Thread.sleep(MINUTE));
            }
        }
    }
}
