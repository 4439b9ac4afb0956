package io.olm4j.applier.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PlacesTest {

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @Test
    void shouldGiveThePlaceOfATaskThatHangsToTheNextOne() throws Exception {
        var places = new Places(1, Duration.ofMillis(50));
        var hanging = new CountDownLatch(1);
        var started = new CountDownLatch(1);
        var hangs = threads.submit(() -> with(places, () -> {
            started.countDown();
            return await(hanging);
        }));
        assertThat(started.await(2, TimeUnit.MINUTES)).isTrue();

        var next = threads.submit(() -> with(places, () -> "next"));

        assertThat(next.get(2, TimeUnit.MINUTES)).isEqualTo("next");
        assertThat(hangs.isDone()).isFalse();
        hanging.countDown();
        assertThat(hangs.get(2, TimeUnit.MINUTES)).isEqualTo("went on");
        assertThat(places.<String>with(() -> "later")).isEqualTo("later");
    }

    private static <T> T with(Places places, Supplier<T> task) {
        try {
            return places.with(task);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String await(CountDownLatch latch) {
        try {
            latch.await();
            return "went on";
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
