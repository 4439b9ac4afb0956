package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * All that one run of {@code bench/run} measured: a JSON file and a table in Markdown.
 *
 * @param date when it began, in RFC 3339
 * @param commit of the sources; {@code unknown} if it was not given
 */
record MeasurementReport(String date, String commit, Machine machine, List<ScenarioOutcome> outcomes) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    MeasurementReport {
        outcomes = List.copyOf(outcomes);
    }

    void write(Path file) throws IOException {
        JSON.writeValue(file.toFile(), json());
    }

    ObjectNode json() {
        ObjectNode report = JSON.createObjectNode().put("date", date).put("commit", commit);
        report.set("machine", JSON.valueToTree(machine));
        for (ScenarioOutcome outcome : outcomes) {
            ObjectNode scenario = report.withArray("scenarios").addObject().put("scenario", outcome.scenario());
            switch (outcome) {
                case ScenarioOutcome.Failed(String _, String message) -> scenario.put("failure", message);
                case ScenarioOutcome.Measured(
                        String _,
                        List<Figure> figures,
                        List<MachineLoad> loads,
                        List<String> texts) -> {
                    scenario.set("notes", JSON.valueToTree(texts));
                    figures.forEach(figure -> scenario.withArray("figures").add(json(figure)));
                    scenario.set("loads", JSON.valueToTree(loads));
                }
            }
        }
        return report;
    }

    private static ObjectNode json(Figure figure) {
        ObjectNode json = JSON.createObjectNode()
                .put("subject", figure.subject())
                .put("quantity", figure.quantity())
                .put("unit", figure.unit())
                .put("median", figure.median());
        json.set("values", JSON.valueToTree(figure.values()));
        return json;
    }

    String markdown() {
        List<String> lines = new ArrayList<>();
        lines.add("%s, commit %s, %d × %s, %d MiB, Linux %s, load average before: %s"
                .formatted(
                        date,
                        commit,
                        machine.processors(),
                        machine.processor(),
                        machine.memoryMebibytes(),
                        machine.kernel(),
                        number(machine.loadAverage())));
        lines.add("");
        lines.add("| what | quantity | median | lowest–highest | values |");
        lines.add("|---|---|---|---|---|");
        List<String> notes = new ArrayList<>();
        for (ScenarioOutcome outcome : outcomes) {
            switch (outcome) {
                case ScenarioOutcome.Failed(String scenario, String message) ->
                    notes.add("Not measured: %s: %s".formatted(scenario, message));
                case ScenarioOutcome.Measured(
                        String _,
                        List<Figure> figures,
                        List<MachineLoad> loads,
                        List<String> _) -> {
                    figures.forEach(figure -> lines.add(row(figure)));
                    loads.stream().map(MeasurementReport::note).forEach(notes::add);
                }
            }
        }
        lines.add("");
        lines.addAll(notes.stream().map("- "::concat).toList());
        return String.join("\n", lines) + "\n";
    }

    private static String row(Figure figure) {
        return "| %s | %s | %s | %s–%s | %d |"
                .formatted(
                        figure.subject(),
                        figure.quantity(),
                        (number(figure.median()) + " " + figure.unit()).strip(),
                        number(figure.lowest()),
                        number(figure.highest()),
                        figure.values().size());
    }

    private static String note(MachineLoad load) {
        return "%s: load average %s; other processes used %s processors before and %s during it"
                .formatted(
                        load.subject(),
                        number(load.loadAverage()),
                        number(load.othersBefore()),
                        number(load.othersDuring()));
    }

    /** Three significant digits. */
    private static String number(double value) {
        int decimals = value == Math.rint(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
