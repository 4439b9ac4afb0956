package io.olm4j.applier.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Runs tasks on virtual threads. It limits the tasks that run at once in the whole process, and the tasks of one {@link
 * Tenant} to a share of that. A task that hangs uses the share of its tenant; after {@link #LONGEST} it no longer takes
 * a place from other tasks.
 */
public final class BoundedWork implements AutoCloseable {

    /**
     * How long a task can keep its place. Most calls to an API server take milliseconds; a call that waits for a
     * webhook can take half a minute.
     */
    static final Duration LONGEST = Duration.ofSeconds(2);

    /** A tenant runs at most this many times its share, tasks without a place included. */
    private static final int MOST_SHARES = 4;

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final FairPlaces places;
    private final int share;

    /**
     * @param limit the number of tasks at once, of all tenants together
     * @param share the number of tasks at once of one tenant
     */
    public BoundedWork(int limit, int share) {
        this.places = new FairPlaces(limit, share, MOST_SHARES * share, LONGEST);
        this.share = share;
    }

    /**
     * Applies a function to every item; the results are in the order of the items.
     *
     * @throws RuntimeException the first exception of the function, in the order of the items, after all tasks have
     *     ended
     * @throws CancellationException if the thread was interrupted; tasks that still run are interrupted too
     */
    public <T, R> List<R> map(List<T> items, Function<T, R> function) {
        return map(items, item -> Optional.empty(), function);
    }

    /**
     * Applies a function to every item whose result is not known yet; the results are in the order of the items.
     *
     * @param known returns the result of an item if it is known without work; called in the calling thread
     */
    public <T, R> List<R> map(List<T> items, Function<T, Optional<R>> known, Function<T, R> function) {
        String tenant = Tenant.current();
        List<CompletableFuture<R>> results = new ArrayList<>();
        List<Runnable> tasks = new ArrayList<>();
        for (T item : items) {
            var result = new CompletableFuture<R>();
            known.apply(item)
                    .ifPresentOrElse(result::complete, () -> tasks.add(() -> run(tenant, item, function, result)));
            results.add(result);
        }
        var next = new AtomicInteger();
        List<Future<?>> workers = new ArrayList<>();
        if (tasks.size() == 1) {
            tasks.getFirst().run();
            return collect(results, workers);
        }
        for (int i = 0; i < Math.min(share, tasks.size()); i++) {
            workers.add(executor.submit(() -> {
                for (int task = next.getAndIncrement(); task < tasks.size(); task = next.getAndIncrement()) {
                    tasks.get(task).run();
                }
            }));
        }
        return collect(results, workers);
    }

    private <T, R> void run(String tenant, T item, Function<T, R> function, CompletableFuture<R> result) {
        try {
            result.complete(places.with(tenant, () -> function.apply(item)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            result.completeExceptionally(new CancellationException("interrupted"));
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private static <R> List<R> collect(List<CompletableFuture<R>> running, List<Future<?>> workers) {
        List<R> results = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        for (Future<R> future : running) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                failures.add(e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e.getCause()));
            } catch (InterruptedException e) {
                workers.forEach(worker -> worker.cancel(true));
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted");
            }
        }
        if (!failures.isEmpty()) {
            throw failures.getFirst();
        }
        return results;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
