package io.olm4j.controller.objectset;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes sets up again after events that concern them: each at its {@link RequeuePacing}, and all that have been taken
 * up lately together at a bounded rate. One that was calm does not wait for them.
 */
final class SetRequeueSource implements AutoCloseable {

    /** Of the sets that are not calm: so many at once, then one every so many milliseconds. */
    private static final int BURST = 30;

    private static final long INTERVAL = 1_000;

    private final Consumer<String> wake;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("wake-ups").factory());
    private final Map<String, Entry> sets = new HashMap<>();

    /** When the next wake-up would be, were they evenly spaced: the burst is how far this may be behind. */
    private long nextOfAll = now() - BURST * INTERVAL;

    private static final class Entry {

        private final RequeuePacing pace = new RequeuePacing();
        private @Nullable Future<?> armed;
        private long at;
        private boolean hasTurn;
    }

    /** @param wake is given the name of a set; must return soon */
    SetRequeueSource(Consumer<String> wake) {
        this.wake = wake;
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Something happened that concerns a set. */
    synchronized void event(String set) {
        Entry entry = sets.computeIfAbsent(set, _ -> new Entry());
        entry.pace.event(now());
        arm(set, entry);
    }

    /** A set waits for nothing any more. */
    synchronized void settle(String set) {
        Entry entry = sets.get(set);
        if (entry != null) {
            entry.pace.settle();
            arm(set, entry);
        }
    }

    /** A set is gone. */
    synchronized void forget(String set) {
        Entry entry = sets.remove(set);
        if (entry != null && entry.armed != null) {
            entry.armed.cancel(false);
        }
    }

    private void arm(String set, Entry entry) {
        if (entry.hasTurn) {
            return;
        }
        OptionalLong next = entry.pace.next();
        if (entry.armed != null) {
            if (next.isPresent() && next.getAsLong() >= entry.at) {
                // It looks anew then.
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
        entry.armed = timer.schedule(() -> due(set, entry), at - now(), TimeUnit.MILLISECONDS);
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
