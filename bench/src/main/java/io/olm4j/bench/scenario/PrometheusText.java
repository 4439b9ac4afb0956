package io.olm4j.bench.scenario;

import java.util.List;

/** Metrics in the text format of Prometheus. */
record PrometheusText(String text) {

    /** The sum of a metric over its series that have all these labels, such as {@code code="200"}. */
    double sum(String metric, String... labels) {
        return text.lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .mapToDouble(PrometheusText::value)
                .sum();
    }

    private static double value(String line) {
        return Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
    }
}
