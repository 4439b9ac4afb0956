package io.olm4j.bench.scenario;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects the figures of one scenario, and shows each value as it comes. */
final class Figures {

    private record Key(String subject, String quantity, String unit) {}

    private final PrintStream progress;
    private final Map<Key, List<Double>> values = new LinkedHashMap<>();
    private final List<MachineLoad> loads = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @param progress gets a line for each value */
    Figures(PrintStream progress) {
        this.progress = progress;
    }

    /** Adds the value of one run. */
    void add(String subject, String quantity, String unit, double value) {
        values.computeIfAbsent(new Key(subject, quantity, unit), _ -> new ArrayList<>())
                .add(value);
        progress.printf(Locale.ROOT, "  %s: %s %.3f %s%n", subject, quantity, value, unit);
    }

    /** Adds what else the machine did during a run. */
    void add(MachineLoad load) {
        loads.add(load);
    }

    /** Adds a text for the file, such as the kinds of the requests that were counted. */
    void note(String text) {
        notes.add(text);
        progress.println("  " + text);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    List<Figure> figures() {
        return values.entrySet().stream()
                .map(entry -> new Figure(
                        entry.getKey().subject(),
                        entry.getKey().quantity(),
                        entry.getKey().unit(),
                        entry.getValue()))
                .toList();
    }

    List<MachineLoad> loads() {
        return List.copyOf(loads);
    }
}
