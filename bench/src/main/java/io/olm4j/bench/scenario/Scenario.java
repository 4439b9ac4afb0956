package io.olm4j.bench.scenario;

/** Something that {@code bench/run} measures, on a cluster of its own. */
interface Scenario {

    /** What the command line calls it. */
    String name();

    /** Whether it is measured without being named. */
    default boolean byDefault() {
        return true;
    }

    /**
     * Measures it as often as the settings say.
     *
     * @param figures gets a value for each figure and run
     */
    void measure(BenchSettings settings, Figures figures) throws Exception;
}
