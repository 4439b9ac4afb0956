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
 * Runs tasks in several threads and hands over their results in the order of the tasks.
 *
 * <p>Few tasks wait at a time: the thread that submits more than that works too. A thread that never takes up what it
 * is given harms nobody.
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
     * @param consumer called in the thread that submits
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

    /** Hands over all that is left. What a task throws is thrown here, or at a submission, when its turn comes. */
    void finish() {
        while (!waiting.isEmpty()) {
            runOne();
            handOverFinished();
        }
    }

    /** Runs the first task that nobody has begun; if there is none, waits for the first of all. */
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
