package io.olm4j.bench.scenario;

import java.util.Collection;
import java.util.List;

/** Percentiles of measured values. */
final class Percentiles {

    private Percentiles() {}

    /**
     * A percentile, interpolated between the two values beside it.
     *
     * @param percent 0 for the lowest value, 100 for the highest
     * @throws IllegalArgumentException if there are no values
     */
    static double of(Collection<Double> values, double percent) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a percentile needs values");
        }
        List<Double> sorted = values.stream().sorted().toList();
        double position = (sorted.size() - 1) * percent / 100;
        int below = (int) position;
        int above = Math.min(below + 1, sorted.size() - 1);
        double share = position - below;
        return sorted.get(below) * (1 - share) + sorted.get(above) * share;
    }
}
