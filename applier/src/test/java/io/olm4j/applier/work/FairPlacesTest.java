package io.olm4j.applier.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.testsupport.Patience;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class FairPlacesTest {

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final CountDownLatch end = new CountDownLatch(1);

    @Test
    void shouldGiveThePlaceOfATaskThatHangsToTheNextOne() throws Exception {
        var places = new FairPlaces(1, 1, 16, Duration.ofMillis(50));
        Future<String> hangs = hang(places, "a");

        Future<String> next = submit(places, "a", () -> "next");

        assertThat(next.get(2, TimeUnit.MINUTES)).isEqualTo("next");
        assertThat(hangs.isDone()).isFalse();
        end.countDown();
        assertThat(hangs.get(2, TimeUnit.MINUTES)).isEqualTo("went on");
        assertThat(places.<String>with("a", () -> "later")).isEqualTo("later");
    }

    @Test
    void shouldLeavePlacesToATenantWhenAnotherOneHasMoreTasksThanThereArePlaces() throws Exception {
        var places = new FairPlaces(3, 2, 32, FairPlaces.UNTIL_ITS_END);
        List<Future<String>> many =
                IntStream.range(0, 2).mapToObj(_ -> hang(places, "many")).toList();
        Future<String> third = submitAndAwaitQueue(places, "many", () -> "third", 1);

        assertThat(submit(places, "one", () -> "one").get(2, TimeUnit.MINUTES)).isEqualTo("one");
        assertThat(third.isDone()).isFalse();
        end.countDown();
        assertThat(third.get(2, TimeUnit.MINUTES)).isEqualTo("third");
        for (Future<String> hung : many) {
            hung.get(2, TimeUnit.MINUTES);
        }
    }

    @Test
    void shouldGiveATenantMoreThanItsShareWhileNoOtherOneWaits() throws Exception {
        var places = new FairPlaces(4, 2, 32, FairPlaces.UNTIL_ITS_END);
        for (int i = 0; i < 3; i++) {
            var _ = hang(places, "alone");
        }

        Future<String> fourth = submitAndAwaitQueue(places, "alone", () -> "fourth", 1);

        assertThat(submit(places, "other", () -> "other").get(2, TimeUnit.MINUTES))
                .isEqualTo("other");
        assertThat(fourth.isDone()).isFalse();
        end.countDown();
        assertThat(fourth.get(2, TimeUnit.MINUTES)).isEqualTo("fourth");
    }

    @Test
    void shouldServeTheTenantThatRunsTheFewestTasksFirst() throws Exception {
        var places = new FairPlaces(2, 2, 32, FairPlaces.UNTIL_ITS_END);
        var order = new CopyOnWriteArrayList<String>();
        var _ = hang(places, "many");
        FairPlaces.Place last = places.take();
        List<Future<String>> waiting = List.of(
                submitAndAwaitQueue(places, "many", () -> note(order, "many"), 1),
                submitAndAwaitQueue(places, "many", () -> note(order, "many"), 2),
                submitAndAwaitQueue(places, "one", () -> note(order, "one"), 3));

        last.close();

        for (Future<String> task : waiting) {
            task.get(2, TimeUnit.MINUTES);
        }
        assertThat(order).containsExactly("one", "many", "many");
    }

    @Test
    void shouldCountATaskThatHangsWithoutAPlaceForItsTenant() throws Exception {
        var places = new FairPlaces(1, 1, 16, Duration.ofMillis(10));
        for (int i = 0; i < 16; i++) {
            var _ = hang(places, "many");
        }

        Future<String> last = submitAndAwaitQueue(places, "many", () -> "last", 1);

        assertThat(submit(places, "one", () -> "one").get(2, TimeUnit.MINUTES)).isEqualTo("one");
        assertThat(last.isDone()).isFalse();
        end.countDown();
        assertThat(last.get(2, TimeUnit.MINUTES)).isEqualTo("last");
    }

    @Test
    void shouldForgetATaskThatIsInterruptedWhileItWaits() throws Exception {
        var places = new FairPlaces(1, 1, 16, FairPlaces.UNTIL_ITS_END);
        var _ = hang(places, "a");
        Future<String> waits = submitAndAwaitQueue(places, "a", () -> "never", 1);

        waits.cancel(true);
        await().atMost(Patience.ENOUGH).until(() -> places.waiting() == 0);
        end.countDown();

        assertThat(submit(places, "a", () -> "next").get(2, TimeUnit.MINUTES)).isEqualTo("next");
    }

    private static String note(List<String> order, String task) {
        order.add(task);
        return task;
    }

    /** Starts a task that runs until the end. */
    private Future<String> hang(FairPlaces places, String tenant) {
        var started = new CountDownLatch(1);
        Future<String> task = submit(places, tenant, () -> {
            started.countDown();
            awaitUninterruptibly(end);
            return "went on";
        });
        awaitUninterruptibly(started);
        return task;
    }

    private Future<String> submitAndAwaitQueue(FairPlaces places, String tenant, Supplier<String> task, int waiting) {
        Future<String> submitted = submit(places, tenant, task);
        await().atMost(Patience.ENOUGH).until(() -> places.waiting() == waiting);
        return submitted;
    }

    private Future<String> submit(FairPlaces places, String tenant, Supplier<String> task) {
        return threads.submit(() -> places.with(tenant, task));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            if (!latch.await(2, TimeUnit.MINUTES)) {
                throw new IllegalStateException("nothing happens");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
