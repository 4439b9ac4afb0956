package io.olm4j.bench.scenario;

import java.util.List;

/**
 * A figure with its value in each run.
 *
 * @param subject what was done, such as {@code install 100, warm}
 * @param quantity what was measured of it, such as {@code wall}
 * @param unit of the values; empty for a count
 */
record Figure(String subject, String quantity, String unit, List<Double> values) {

    Figure {
        values = List.copyOf(values);
    }

    double median() {
        return Percentiles.of(values, 50);
    }

    double lowest() {
        return Percentiles.of(values, 0);
    }

    double highest() {
        return Percentiles.of(values, 100);
    }
}
