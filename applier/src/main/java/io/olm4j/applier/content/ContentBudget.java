package io.olm4j.applier.content;

import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/** Bounds how much content all passes together hold. A set that needs more waits, in the order of arrival. */
final class ContentBudget {

    /** Parsed, content takes some five times its bytes. */
    private static final int PART_OF_HEAP = 16;

    private static final int UNIT = 1 << 10;

    private final Semaphore free;
    private final Map<String, Integer> held = new ConcurrentHashMap<>();

    ContentBudget(long bytes) {
        this.free = new Semaphore(units(bytes), true);
    }

    /** At least what the largest set needs. */
    static long forThisHeap() {
        return Math.max(ContentReader.MAX_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /**
     * Waits until there are so many bytes for a set; what it holds already is given back first.
     *
     * @param bytes no more than all
     * @throws CancellationException if interrupted
     */
    void reserve(String set, long bytes) {
        keep(set, 0);
        try {
            free.acquire(units(bytes));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
        held.put(set, units(bytes));
    }

    /** A set goes on with no more than so many bytes of what it holds. */
    void keep(String set, long bytes) {
        held.computeIfPresent(set, (_, before) -> {
            int kept = Math.min(before, units(bytes));
            free.release(before - kept);
            return kept == 0 ? null : kept;
        });
    }

    /** How much a set holds. */
    long held(String set) {
        return (long) held.getOrDefault(set, 0) * UNIT;
    }

    private static int units(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, (bytes + UNIT - 1) / UNIT);
    }
}
