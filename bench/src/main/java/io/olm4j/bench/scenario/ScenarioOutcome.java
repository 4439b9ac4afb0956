package io.olm4j.bench.scenario;

import java.util.List;

/** The result of one scenario. */
sealed interface ScenarioOutcome {

    String scenario();

    /** It was measured. */
    record Measured(String scenario, List<Figure> figures, List<MachineLoad> loads, List<String> notes)
            implements ScenarioOutcome {}

    /** It did not end; figures of runs before that are dropped. */
    record Failed(String scenario, String message) implements ScenarioOutcome {}
}
