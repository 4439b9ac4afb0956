package io.olm4j.process.leader;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on virtual threads. Tasks wait until this replica leads for the first time.
 *
 * <p>In the operator framework, it keeps a follower warm: caches are filled and events arrive, but no resource is
 * reconciled. A shutdown drops the tasks that still wait.
 */
public final class LeaderExecutor extends AbstractExecutorService {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** True once this replica has led; false if this executor was shut down before. */
    private final CompletableFuture<Boolean> led = new CompletableFuture<>();

    /** An executor whose tasks begin when the replica leads. */
    public LeaderExecutor(Leadership leadership) {
        leadership.onLead(() -> led.complete(true));
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(() -> {
            if (led.join()) {
                task.run();
            }
        });
    }

    @Override
    public void shutdown() {
        led.complete(false);
        threads.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        led.complete(false);
        return threads.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return threads.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return threads.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return threads.awaitTermination(timeout, unit);
    }
}
