package io.olm4j.fbc;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs tasks in several threads and passes on their results in the order of the tasks.
 *
 * <p>The number and size of waiting tasks is limited: at the limit, the submitting thread runs tasks itself. A helper
 * thread that never runs its task does no harm.
 */
final class OrderedTasks<T> {
    private static final int MAX_WAITING = 32;
    private static final int MAX_SIZE = 256 << 10;

    private final Executor helpers;
    private final Consumer<T> consumer;
    private final Deque<Task<T>> waiting = new ArrayDeque<>();
    private long size;

    /**
     * @param helpers runs tasks in other threads
     * @param consumer called in the submitting thread
     */
    OrderedTasks(Executor helpers, Consumer<T> consumer) {
        this.helpers = helpers;
        this.consumer = consumer;
    }

    /**
     * Adds a task; returns when there is room for another one.
     *
     * @param taskSize how much memory the task holds, in bytes
     */
    void submit(int taskSize, Supplier<T> work) {
        Task<T> task = new Task<>(taskSize, work);
        waiting.add(task);
        size += taskSize;
        helpers.execute(task);
        while (waiting.size() > MAX_WAITING || size > MAX_SIZE) {
            runOne();
            handOverFinished();
        }
    }

    /**
     * Passes on all remaining results. If a task failed, this method or {@link #submit} throws its exception in the
     * order of the tasks.
     */
    void finish() {
        while (!waiting.isEmpty()) {
            runOne();
            handOverFinished();
        }
    }

    /** Runs the first task that no thread has begun. If all have begun, waits for the first task. */
    private void runOne() {
        for (Task<T> task : waiting) {
            if (task.begin()) {
                task.work();
                return;
            }
        }
        waiting.element().await();
    }

    private void handOverFinished() {
        while (!waiting.isEmpty() && waiting.element().isDone()) {
            Task<T> first = waiting.remove();
            size -= first.size;
            consumer.accept(first.await());
        }
    }

    private static final class Task<T> implements Runnable {
        private final int size;
        private final Supplier<T> work;
        private final AtomicBoolean begun = new AtomicBoolean();
        private final CompletableFuture<T> result = new CompletableFuture<>();

        Task(int size, Supplier<T> work) {
            this.size = size;
            this.work = work;
        }

        boolean begin() {
            return begun.compareAndSet(false, true);
        }

        boolean isDone() {
            return result.isDone();
        }

        @Override
        public void run() {
            if (begin()) {
                work();
            }
        }

        void work() {
            try {
                result.complete(work.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        }

        T await() {
            try {
                return result.join();
            } catch (CompletionException e) {
                switch (e.getCause()) {
                    case RuntimeException failure -> throw failure;
                    case Error failure -> throw failure;
                    case null, default -> throw e;
                }
            }
        }
    }
}
