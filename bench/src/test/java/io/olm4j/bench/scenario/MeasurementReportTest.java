package io.olm4j.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link MeasurementReport}. */
class MeasurementReportTest {

    private static final Machine MACHINE = new Machine(2, "Processor", 8192, "6.1", 0.25);

    @Test
    void shouldWriteARowForEachFigureWhenAScenarioWasMeasured() {
        var wall = new Figure("install 100, warm", "wall", "s", List.of(10.0, 30.04, 19.26));
        var load = new MachineLoad("install 100, warm", 0.5, 0, 0.125);
        var report = report(new ScenarioOutcome.Measured("install", List.of(wall), List.of(load), List.of()));

        assertThat(report.markdown())
                .contains("| install 100, warm | wall | 19.3 s | 10–30.0 | 3 |")
                .contains("- install 100, warm: load average 0.50; other processes used 0 processors before");
        assertThat(report.json().at("/scenarios/0/figures/0/median").asDouble()).isEqualTo(19.26);
        assertThat(report.json().at("/scenarios/0/figures/0/values")).hasSize(3);
        assertThat(report.json().at("/machine/processors").asInt()).isEqualTo(2);
    }

    @Test
    void shouldSayWhyWhenAScenarioFailed() {
        var report = report(new ScenarioOutcome.Failed("restart", "not reconciled within 120 s"));

        assertThat(report.markdown()).contains("- Not measured: restart: not reconciled within 120 s");
        assertThat(report.json().at("/scenarios/0/failure").asText()).isEqualTo("not reconciled within 120 s");
    }

    private static MeasurementReport report(ScenarioOutcome outcome) {
        return new MeasurementReport("2026-01-01T00:00:00Z", "abc", MACHINE, List.of(outcome));
    }
}
