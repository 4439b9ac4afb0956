package io.olm4j.applier.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Runs tasks on virtual threads, never more than so many at once in the whole process. */
public final class BoundedWork implements AutoCloseable {

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore places;

    public BoundedWork(int limit) {
        this.places = new Semaphore(limit);
    }

    /**
     * Applies a function to every item; the results are in the order of the items.
     *
     * @throws RuntimeException the first one that the function threw, in the order of the items, after all have ended
     * @throws CancellationException if the thread was interrupted; what runs still is interrupted too
     */
    public <T, R> List<R> map(List<T> items, Function<T, R> function) {
        if (items.size() == 1) {
            return List.of(function.apply(items.getFirst()));
        }
        return map(items, item -> Optional.empty(), function);
    }

    /**
     * The same for items of which the result may be known.
     *
     * @param known tells the result where it takes no work; asked in the calling thread
     */
    public <T, R> List<R> map(List<T> items, Function<T, Optional<R>> known, Function<T, R> function) {
        List<Future<R>> results = new ArrayList<>();
        for (T item : items) {
            results.add(known.apply(item)
                    .<Future<R>>map(CompletableFuture::completedFuture)
                    .orElseGet(() -> executor.submit(() -> {
                        places.acquire();
                        try {
                            return function.apply(item);
                        } finally {
                            places.release();
                        }
                    })));
        }
        return collect(results);
    }

    private static <R> List<R> collect(List<Future<R>> running) {
        List<R> results = new ArrayList<>();
        List<RuntimeException> failures = new ArrayList<>();
        for (Future<R> future : running) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                failures.add(e.getCause() instanceof RuntimeException r ? r : new IllegalStateException(e.getCause()));
            } catch (InterruptedException e) {
                running.forEach(f -> f.cancel(true));
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
