package io.olm4j.controller.objectset;

import io.olm4j.process.time.TaskTimer;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Requeues sets after events that concern them: each set at its {@link RequeueSchedule}, and all recently requeued sets
 * of a tenant together at a bounded rate. A calm set does not wait for the others, and no tenant for another one.
 */
final class SetRequeueSource implements AutoCloseable {

    /** The rate for sets that are not calm: this many at once, then one every {@code INTERVAL} milliseconds. */
    private static final int BURST = 30;

    private static final long INTERVAL = 1_000;

    private final Consumer<String> wake;
    private final UnaryOperator<String> tenantOf;
    private final TaskTimer timer = new TaskTimer("wake-ups");
    private final Map<String, Entry> sets = new HashMap<>();

    /**
     * For each tenant the time of its next turn if turns were evenly spaced, in milliseconds. It may lag behind the
     * clock by the burst. A tenant that lags further has no entry.
     */
    private final Map<String, Long> nextOf = new HashMap<>();

    private static final class Entry {

        private final RequeueSchedule pace = new RequeueSchedule();
        private @Nullable Future<?> armed;
        private long at;

        /** The tenant whose turn this set has taken; null if it has none. */
        private @Nullable String turnOf;
    }

    /**
     * @param wake receives the name of a set; must return soon
     * @param tenantOf the tenant of a set, by its name
     */
    SetRequeueSource(Consumer<String> wake, UnaryOperator<String> tenantOf) {
        this.wake = wake;
        this.tenantOf = tenantOf;
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

    /**
     * Returns the turn of a set. Otherwise sets that are created and deleted repeatedly would delay the others more and
     * more.
     */
    private void giveTurnBack(Entry entry) {
        if (entry.turnOf != null) {
            nextOf.computeIfPresent(entry.turnOf, (_, next) -> next - INTERVAL);
            entry.turnOf = null;
        }
    }

    /** Takes the next turn of a tenant; returns its time. */
    private long takeTurn(String tenant, long now) {
        long earliest = now - BURST * INTERVAL;
        nextOf.values().removeIf(next -> next <= earliest);
        long turn = nextOf.getOrDefault(tenant, earliest);
        nextOf.put(tenant, turn + INTERVAL);
        return turn;
    }

    private void arm(String set, Entry entry) {
        if (entry.turnOf != null && !entry.pace.isCalm()) {
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
            boolean hadTurn = entry.turnOf != null;
            entry.turnOf = null;
            entry.armed = null;
            long now = now();
            OptionalLong next = entry.pace.next();
            if (next.isEmpty() || next.getAsLong() > now) {
                arm(set, entry);
                return;
            }
            if (!hadTurn && !entry.pace.isCalm()) {
                String tenant = tenantOf.apply(set);
                long turn = takeTurn(tenant, now);
                if (turn > now) {
                    entry.turnOf = tenant;
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
