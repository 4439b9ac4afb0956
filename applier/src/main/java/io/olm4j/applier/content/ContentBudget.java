package io.olm4j.applier.content;

import io.olm4j.applier.work.FairPlaces;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the content that all reconcile passes together hold in memory. A set that needs more waits. Sets of one tenant
 * are served in the order of their arrival; tenants take turns.
 */
final class ContentBudget {

    /** The share of the heap is one part in this many. Parsed content takes about five times its bytes. */
    private static final int PART_OF_HEAP = 16;

    private static final int UNIT = 1 << 10;

    private final Semaphore free;
    private final FairPlaces growing = new FairPlaces(1, 1, 1, FairPlaces.UNTIL_ITS_END);
    private final Map<String, Integer> held = new ConcurrentHashMap<>();

    ContentBudget(long bytes) {
        this.free = new Semaphore(units(bytes), true);
    }

    /** The budget for the heap of this JVM, in bytes; at least enough for the largest set. */
    static long forThisHeap() {
        return Math.max(ContentReader.MAX_BYTES, Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    /**
     * The reading of one set's content.
     *
     * @param turn the place of a set that gets bytes as it reads; empty if the set got its maximum at once
     */
    record Reading(ContentBudget budget, String set, Optional<FairPlaces.Place> turn) implements AutoCloseable {

        /**
         * Waits until the set holds at least this many bytes of the budget in total.
         *
         * @throws CancellationException if interrupted
         */
        void needs(long bytes) {
            if (turn.isPresent()) {
                budget.grow(set, bytes);
            }
        }

        @Override
        public void close() {
            turn.ifPresent(FairPlaces.Place::close);
        }
    }

    /**
     * Begins to read a set. Bytes that the set already holds are released first. If its maximum is free, the set gets
     * that at once. Otherwise it gets bytes as it reads. Only one set at a time reads in this way, because two such
     * sets could wait for each other.
     *
     * @param most the most bytes that the set may need; not more than the whole budget
     * @throws CancellationException if interrupted
     */
    Reading read(String set, long most) {
        keep(set, 0);
        try {
            // The variant without a time limit would overtake waiting threads.
            if (free.tryAcquire(units(most), 0, TimeUnit.SECONDS)) {
                held.put(set, units(most));
                return new Reading(this, set, Optional.empty());
            }
            return new Reading(this, set, Optional.of(growing.take()));
        } catch (InterruptedException e) {
            throw interrupted();
        }
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

    /**
     * Waits until a set holds this many bytes, of content that was read before. Bytes that it already holds are
     * released first.
     *
     * @param bytes not more than the whole budget
     * @throws CancellationException if interrupted
     */
    void hold(String set, long bytes) {
        keep(set, 0);
        if (bytes == 0) {
            return; // Otherwise it would wait behind sets that need memory.
        }
        try {
            if (free.tryAcquire(units(bytes), 0, TimeUnit.SECONDS)) {
                held.put(set, units(bytes));
                return;
            }
            try (FairPlaces.Place _ = growing.take()) {
                grow(set, bytes);
            }
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }

    /** Reduces the bytes that a set holds to at most this many. */
    void keep(String set, long bytes) {
        held.computeIfPresent(set, (_, before) -> {
            int kept = Math.min(before, units(bytes));
            free.release(before - kept);
            return kept == 0 ? null : kept;
        });
    }

    /** The number of bytes that a set holds. */
    long held(String set) {
        return (long) held.getOrDefault(set, 0) * UNIT;
    }

    private static int units(long bytes) {
        return (int) Math.min(Integer.MAX_VALUE, (bytes + UNIT - 1) / UNIT);
    }
}
