package io.olm4j.bench.scenario;

import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;

/**
 * What the same work costs at a moment. The machine may be a virtual one whose neighbours slow it down: without this,
 * figures of different hours cannot be compared.
 */
final class MachineSpeed {

    private static final int ROUNDS = 5;
    private static final int STEPS = 8_000_000;

    /** More than fits into the caches next to a processor. */
    private static final int[] MEMORY = new int[1 << 22];

    private static final int SHIFT = Long.SIZE - 22;

    private MachineSpeed() {}

    /** The CPU that the work takes, in milliseconds: the least of some rounds. */
    static double workMillis() {
        return LongStream.range(0, ROUNDS).map(MachineSpeed::round).min().orElseThrow() / 1e6;
    }

    private static long round(long seed) {
        long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        long random = seed;
        for (int step = 0; step < STEPS; step++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            MEMORY[(int) (random >>> SHIFT)] += (int) random;
        }
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before;
    }
}
