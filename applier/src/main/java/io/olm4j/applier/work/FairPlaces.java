package io.olm4j.applier.work;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Limits how many tasks run at once, and shares the places between {@linkplain Tenant tenants}. A free place goes to
 * the waiting tenant that runs the fewest tasks; the tasks of one tenant start in the order of their arrival. A tenant
 * gets more than its share while no other one waits, except the last free place.
 *
 * <p>A task that takes longer than a given time gives its place to the next one and continues without a place, so a
 * task that hangs does not block others. It still counts as running for its tenant.
 */
public final class FairPlaces {

    /** A time for tasks that keep their place until they end. */
    public static final Duration UNTIL_ITS_END = Duration.ofDays(10_000);

    private final int share;
    private final int most;
    private final Duration longest;
    private final Map<String, Tasks> tenants = new LinkedHashMap<>();
    private int free;

    /**
     * @param places the number of tasks at once
     * @param share the number of places that one tenant can have while others need them
     * @param most the number of tasks of one tenant at once, those without a place included
     * @param longest the longest time that a task can keep its place
     */
    public FairPlaces(int places, int share, int most, Duration longest) {
        this.free = places;
        this.share = share;
        this.most = most;
        this.longest = longest;
    }

    /** The tasks of one tenant. */
    private static final class Tasks {

        private final String tenant;
        private final Deque<Place> waiting = new ArrayDeque<>();
        private int placed;
        private int overdue;

        Tasks(String tenant) {
            this.tenant = tenant;
        }

        int running() {
            return placed + overdue;
        }

        boolean mayStart(int most) {
            return !waiting.isEmpty() && running() < most;
        }

        boolean areNone() {
            return waiting.isEmpty() && running() == 0;
        }
    }

    private enum State {
        WAITING,
        PLACED,
        OVERDUE,
        ENDED
    }

    /** A place for one task, to be closed at its end. */
    public final class Place implements AutoCloseable {

        private final Tasks tasks;
        private final CompletableFuture<Void> granted = new CompletableFuture<>();
        private final CompletableFuture<Void> over = new CompletableFuture<>();
        private State state = State.WAITING;

        private Place(Tasks tasks) {
            this.tasks = tasks;
        }

        @Override
        public void close() {
            end(this);
            over.complete(null);
        }
    }

    /**
     * Runs a task for a tenant when there is a place for it.
     *
     * @throws InterruptedException if interrupted while it waits for a place
     */
    public <T> T with(String tenant, Supplier<T> task) throws InterruptedException {
        try (Place _ = take(tenant)) {
            return Tenant.call(tenant, task);
        }
    }

    /**
     * Waits for a place for a task of the current tenant.
     *
     * @throws InterruptedException if interrupted while it waits
     */
    public Place take() throws InterruptedException {
        return take(Tenant.current());
    }

    private Place take(String tenant) throws InterruptedException {
        Place place = enqueue(tenant);
        try {
            place.granted.get();
        } catch (InterruptedException e) {
            place.close();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        var _ = place.over.completeOnTimeout(null, longest.toMillis(), TimeUnit.MILLISECONDS);
        var _ = place.over.thenRun(() -> isLate(place));
        return place;
    }

    /** The number of tasks that wait for a place. */
    synchronized int waiting() {
        return tenants.values().stream().mapToInt(tasks -> tasks.waiting.size()).sum();
    }

    private synchronized Place enqueue(String tenant) {
        Place place = new Place(tenants.computeIfAbsent(tenant, Tasks::new));
        place.tasks.waiting.add(place);
        serve();
        return place;
    }

    private synchronized void isLate(Place place) {
        if (place.state == State.PLACED) {
            place.tasks.placed--;
            place.tasks.overdue++;
            free++;
            place.state = State.OVERDUE;
            serve();
        }
    }

    private synchronized void end(Place place) {
        Tasks tasks = place.tasks;
        switch (place.state) {
            case WAITING -> tasks.waiting.remove(place);
            case PLACED -> {
                tasks.placed--;
                free++;
            }
            case OVERDUE -> tasks.overdue--;
            case ENDED -> {
                return;
            }
        }
        place.state = State.ENDED;
        if (tasks.areNone()) {
            tenants.remove(tasks.tenant);
        }
        serve();
    }

    /** Of the tenants that may start a task, the one that runs the fewest. */
    private Optional<Tasks> next(Predicate<Tasks> admitted) {
        return tenants.values().stream()
                .filter(tasks -> tasks.mayStart(most))
                .filter(admitted)
                .min(Comparator.comparingInt(Tasks::running));
    }

    private void serve() {
        while (free > 0) {
            Optional<Tasks> next = next(tasks -> tasks.placed < share);
            if (next.isEmpty() && free > 1) {
                next = next(_ -> true);
            }
            if (next.isEmpty()) {
                return;
            }
            Tasks tasks = next.get();
            // The tenant goes to the end, so that tenants with equally many tasks take turns.
            tenants.remove(tasks.tenant);
            tenants.put(tasks.tenant, tasks);
            Place place = tasks.waiting.remove();
            place.state = State.PLACED;
            tasks.placed++;
            free--;
            place.granted.complete(null);
        }
    }
}
