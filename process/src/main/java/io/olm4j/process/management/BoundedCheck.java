package io.olm4j.process.management;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A check with a limit on the time to wait for its result. Only one run is active at a time, however many callers ask
 * and however long it hangs.
 */
final class BoundedCheck {

    private final HealthCheck check;
    private final Duration patience;
    private @Nullable FutureTask<Optional<String>> running;

    BoundedCheck(HealthCheck check, Duration patience) {
        this.check = check;
        this.patience = patience;
    }

    /** Starts a new run of the check, unless one is active. */
    synchronized void begin() {
        if (running == null || running.isDone()) {
            var task = new FutureTask<>(check::problem);
            running = task;
            var _ = Thread.ofVirtual().name("health-check").start(task);
        }
    }

    /** The result of the last run that was begun: empty if all is well, otherwise the problem. */
    Optional<String> result() {
        try {
            return current().get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Optional.of("did not answer in " + patience.toSeconds() + " s");
        } catch (ExecutionException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the process stops");
        }
    }

    private synchronized FutureTask<Optional<String>> current() {
        if (running == null) {
            throw new IllegalStateException("a check is begun before its result is asked for");
        }
        return running;
    }
}
