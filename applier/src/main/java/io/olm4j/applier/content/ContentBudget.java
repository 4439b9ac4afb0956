package io.olm4j.applier.content;

import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Bounds how much content all passes together hold. A set that needs more waits, in the order of arrival. */
final class ContentBudget {

    /** Parsed, content takes some five times its bytes. */
    private static final int PART_OF_HEAP = 16;

    private static final int UNIT = 1 << 10;

    private final Semaphore free;
    private final Semaphore growing = new Semaphore(1, true);
    private final Map<String, Integer> held = new ConcurrentHashMap<>();

    ContentBudget(long bytes) {
        this.free = new Semaphore(units(bytes), true);
    }

    /** At least what the largest set needs. */
    static long forThisHeap() {
        return Math.max(ContentReader.MAX_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /** The content of a set is being read. */
    interface Reading extends AutoCloseable {

        /**
         * Waits until there are so many bytes for the set in all.
         *
         * @throws CancellationException if interrupted
         */
        void needs(long bytes);

        @Override
        void close();
    }

    /**
     * Begins to read a set; what it holds already is given back first. Where the most that it may need is free, it gets
     * that at once. Else it gets what it needs as it reads. One set at a time does so: two that wait could wait for
     * each other.
     *
     * @param most no more than all
     * @throws CancellationException if interrupted
     */
    Reading read(String set, long most) {
        keep(set, 0);
        try {
            // Without a time limit this would overtake those that wait.
            if (free.tryAcquire(units(most), 0, TimeUnit.SECONDS)) {
                held.put(set, units(most));
                return reading(_ -> {}, () -> {});
            }
            growing.acquire();
            return reading(bytes -> grow(set, bytes), growing::release);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static Reading reading(LongConsumer needs, Runnable end) {
        return new Reading() {
            @Override
            public void needs(long bytes) {
                needs.accept(bytes);
            }

            @Override
            public void close() {
                end.run();
            }
        };
    }

    private void grow(String set, long bytes) {
        int more = units(bytes) - held.getOrDefault(set, 0);
        if (more <= 0) {
            return;
        }
        try {
            free.acquire(more);
        } catch (InterruptedException e) {
            throw interrupted();
        }
        held.merge(set, more, Integer::sum);
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
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
