package io.olm4j.bench.scenario;

import java.util.List;

/** Installs extensions at once: first in new processes, then again in the same processes. */
final class InstallScenario implements Scenario {

    private final String name;
    private final int count;

    /** @param count how many extensions; 0 for as many as the settings say */
    InstallScenario(String name, int count) {
        this.name = name;
        this.count = count;
    }

    @Override
    public String name() {
        return name;
    }

    /** Large ones take long. */
    @Override
    public boolean byDefault() {
        return count == 0;
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        int extensions = count == 0 ? settings.extensions() : count;
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, extensions, SmallOperators.OLD);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            List<String> names = operators.names();
            var measurement = new Measurement(bench, figures);
            for (int run = 0; run < settings.runs(); run++) {
                bench.restartOlm();
                for (String state : List.of("first in new processes", "warm")) {
                    String subject = "install %d, %s".formatted(extensions, state);
                    measurement.of(subject, () -> load.install(names, SmallOperators.OLD));
                    measurement.memory(subject);
                    load.delete(names);
                }
            }
        }
    }
}
