package io.olm4j.controller.objectset;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requeues sets after events that concern them: each set at its {@link RequeuePacing}, and all recently requeued sets
 * together at a bounded rate. A calm set does not wait for the others.
 */
final class SetRequeueSource implements AutoCloseable {

    /** The rate for sets that are not calm: this many at once, then one every {@code INTERVAL} milliseconds. */
    private static final int BURST = 30;

    private static final long INTERVAL = 1_000;

    private final Consumer<String> wake;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("wake-ups").factory());
    private final Map<String, Entry> sets = new HashMap<>();

    /**
     * The time of the next requeue if requeues were evenly spaced, in milliseconds. It may lag behind the clock by the
     * burst.
     */
    private long nextOfAll = now() - BURST * INTERVAL;

    private static final class Entry {

        private final RequeuePacing pace = new RequeuePacing();
        private @Nullable Future<?> armed;
        private long at;
        private boolean hasTurn;
    }

    /** @param wake receives the name of a set; must return soon */
    SetRequeueSource(Consumer<String> wake) {
        this.wake = wake;
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Notes an event that concerns a set. */
    synchronized void event(String set) {
        Entry entry = sets.computeIfAbsent(set, _ -> new Entry());
        entry.pace.event(now());
        arm(set, entry);
    }

    /** Notes that a set no longer waits. */
    synchronized void settle(String set) {
        Entry entry = sets.get(set);
        if (entry != null) {
            entry.pace.settle();
            arm(set, entry);
        }
    }

    /** Forgets a deleted set. */
    synchronized void forget(String set) {
        Entry entry = sets.remove(set);
        if (entry != null) {
            giveTurnBack(entry);
            if (entry.armed != null) {
                entry.armed.cancel(false);
            }
        }
    }

    /** Otherwise sets that are created and deleted again and again would delay all others more and more. */
    private void giveTurnBack(Entry entry) {
        if (entry.hasTurn) {
            entry.hasTurn = false;
            nextOfAll -= INTERVAL;
        }
    }

    private void arm(String set, Entry entry) {
        if (entry.hasTurn && !entry.pace.isCalm()) {
            return;
        }
        giveTurnBack(entry);
        OptionalLong next = entry.pace.next();
        if (entry.armed != null) {
            if (next.isPresent() && next.getAsLong() >= entry.at) {
                // The scheduled task checks the time again when it runs.
                return;
            }
            entry.armed.cancel(false);
            entry.armed = null;
        }
        if (next.isPresent()) {
            schedule(set, entry, next.getAsLong());
        }
    }

    private void schedule(String set, Entry entry, long at) {
        entry.at = at;
        try {
            entry.armed = timer.schedule(() -> due(set, entry), at - now(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException _) {
            // A watch may still deliver an event while the process stops.
        }
    }

    private void due(String set, Entry entry) {
        synchronized (this) {
            if (sets.get(set) != entry) {
                return;
            }
            boolean hadTurn = entry.hasTurn;
            entry.hasTurn = false;
            entry.armed = null;
            long now = now();
            OptionalLong next = entry.pace.next();
            if (next.isEmpty() || next.getAsLong() > now) {
                arm(set, entry);
                return;
            }
            if (!hadTurn && !entry.pace.isCalm()) {
                long turn = Math.max(nextOfAll, now - BURST * INTERVAL);
                nextOfAll = turn + INTERVAL;
                if (turn > now) {
                    entry.hasTurn = true;
                    schedule(set, entry, turn);
                    return;
                }
            }
            entry.pace.woke(now);
            arm(set, entry);
        }
        wake.accept(set);
    }

    private static long now() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
