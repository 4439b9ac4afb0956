package io.olm4j.applier.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.testsupport.Patience;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BoundedWorkTest {

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AutoClose
    private final BoundedWork work = new BoundedWork(3, 3);

    @Test
    void shouldReturnResultsInTheOrderOfTheItems() {
        List<Integer> items = IntStream.range(0, 100).boxed().toList();

        assertThat(work.map(items, i -> i * 2))
                .isEqualTo(items.stream().map(i -> i * 2).toList());
    }

    @Test
    void shouldRunAsManyAtOnceAsAllowedAndNoMore() {
        // Given a barrier that opens only for three tasks at once
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        // When
        work.map(IntStream.range(0, 9).boxed().toList(), i -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                return three.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                running.decrementAndGet();
            }
        });

        // Then
        assertThat(most.get()).isLessThanOrEqualTo(3);
    }

    @Test
    void shouldWorkOnlyForWhatIsNotKnown() {
        AtomicInteger worked = new AtomicInteger();

        List<String> results = work.map(
                List.of(1, 2, 3),
                i -> i == 2 ? Optional.of("known") : Optional.empty(),
                i -> "worked " + worked.incrementAndGet());

        assertThat(results).satisfies(all -> assertThat(all.get(1)).isEqualTo("known"));
        assertThat(worked.get()).isEqualTo(2);
    }

    @Test
    void shouldThrowTheFirstFailureAfterAllHaveEnded() {
        AtomicInteger ended = new AtomicInteger();

        assertThatThrownBy(() -> work.map(List.of(0, 1, 2, 3), i -> {
                    ended.incrementAndGet();
                    if (i % 2 == 1) {
                        throw new IllegalArgumentException("item " + i);
                    }
                    return i;
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("item 1");
        assertThat(ended.get()).isEqualTo(4);
    }

    @Test
    void shouldLeavePlacesToOthersWhenTheTasksOfOneTenantHang() throws Exception {
        try (var shared = new BoundedWork(4, 2)) {
            // Given a tenant whose tasks do not end
            var end = new CountDownLatch(1);
            var started = new CountDownLatch(2);
            var running = new AtomicInteger();
            List<Integer> items = IntStream.range(0, 100).boxed().toList();
            var hanging = threads.submit(() -> Tenant.call(
                    "hangs",
                    () -> shared.map(items, i -> {
                        running.incrementAndGet();
                        started.countDown();
                        try {
                            end.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                        return i;
                    })));
            assertThat(started.await(2, TimeUnit.MINUTES)).isTrue();

            // When another tenant submits tasks
            var other = threads.submit(() -> Tenant.call("other", () -> shared.map(items, i -> -i)));

            // Then
            assertThat(other.get(2, TimeUnit.MINUTES)).hasSize(100);
            assertThat(running.get()).isEqualTo(2);
            end.countDown();
            assertThat(hanging.get(2, TimeUnit.MINUTES)).isEqualTo(items);
        }
    }

    @Test
    void shouldGoOnWhenTheTasksOfManyCallersHang() throws Exception {
        try (var shared = new BoundedWork(2, 2)) {
            // Given tasks that have all places and do not end
            var end = new CountDownLatch(1);
            var started = new CountDownLatch(2);
            var hanging = threads.submit(() -> shared.map(List.of(1, 2), i -> {
                started.countDown();
                try {
                    end.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return i;
            }));
            assertThat(started.await(2, TimeUnit.MINUTES)).isTrue();

            // When
            var other = threads.submit(() -> shared.map(List.of(1, 2, 3), i -> i));

            // Then
            assertThat(other.get(2, TimeUnit.MINUTES)).containsExactly(1, 2, 3);
            assertThat(hanging.isDone()).isFalse();
            end.countDown();
            assertThat(hanging.get(2, TimeUnit.MINUTES)).containsExactly(1, 2);
        }
    }
}
