package io.olm4j.process.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.testsupport.Patience;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TaskTimerTest {

    private final BlockingQueue<Throwable> uncaught = new ArrayBlockingQueue<>(10);

    private void watch() {
        Thread.currentThread().setUncaughtExceptionHandler((_, error) -> uncaught.add(error));
    }

    @Test
    void shouldTellTheHandlerOfTheThreadAboutAnError() throws Exception {
        try (var timer = new TaskTimer("test")) {
            var first = new OutOfMemoryError("first");
            var second = new StackOverflowError("second");
            timer.submit(this::watch).get();

            var _ = timer.schedule(() -> fail(first), 1, TimeUnit.MILLISECONDS);
            var _ = timer.scheduleWithFixedDelay(() -> fail(second), 2, 1, TimeUnit.MILLISECONDS);

            assertThat(uncaught.poll(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isSameAs(first);
            assertThat(uncaught.poll(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isSameAs(second);
        }
    }

    @Test
    void shouldLeaveExceptionsToTheFuture() throws Exception {
        try (var timer = new TaskTimer("test")) {
            timer.submit(this::watch).get();
            var failed = timer.submit(() -> {
                throw new IllegalStateException("expected");
            });
            timer.submit(() -> {}).get();

            assertThat(failed.exceptionNow()).hasMessage("expected");
            assertThat(uncaught).isEmpty();
        }
    }

    private static void fail(Error error) {
        throw error;
    }
}
