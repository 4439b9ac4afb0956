package io.olm4j.applier.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BoundedWorkTest {

    private final BoundedWork work = new BoundedWork(3);

    @AfterEach
    void close() {
        work.close();
    }

    @Test
    void shouldReturnResultsInTheOrderOfTheItems() {
        List<Integer> items = IntStream.range(0, 100).boxed().toList();

        assertThat(work.map(items, i -> i * 2))
                .isEqualTo(items.stream().map(i -> i * 2).toList());
    }

    @Test
    void shouldRunAsManyAtOnceAsAllowedAndNoMore() {
        // Given a barrier that only three at once pass
        CyclicBarrier three = new CyclicBarrier(3);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();

        // When
        work.map(IntStream.range(0, 9).boxed().toList(), i -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                return three.await();
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
}
