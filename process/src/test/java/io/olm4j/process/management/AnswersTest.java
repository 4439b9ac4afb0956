package io.olm4j.process.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link Answers}. */
class AnswersTest {

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Answers<String, Integer> answers =
            new Answers<>(2, now::get, answer -> Duration.ofSeconds(answer % 2 == 0 ? 30 : 300));

    @Test
    void shouldKeepEachAnswerAsLongAsItSays() {
        // Given
        answers.get("odd", () -> 1);
        answers.get("even", () -> 2);

        // When
        now.set(Instant.EPOCH.plusSeconds(30));

        // Then
        assertThat(answers.get("odd", () -> 3)).isEqualTo(1);
        assertThat(answers.get("even", () -> 4)).isEqualTo(4);
    }

    @Test
    void shouldForgetWhatWasNotAskedForLongest() {
        // Given
        answers.get("a", () -> 1);
        answers.get("b", () -> 1);
        answers.get("a", () -> 1);

        // When
        answers.get("c", () -> 1);

        // Then
        assertThat(answers.get("a", () -> 3)).isEqualTo(1);
        assertThat(answers.get("b", () -> 3)).isEqualTo(3);
    }

    @Test
    void shouldAskAgainAfterFailure() {
        assertThatThrownBy(() -> answers.get("a", () -> {
                    throw new IllegalStateException("down");
                }))
                .hasMessage("down");
        assertThat(answers.get("a", () -> 5)).isEqualTo(5);
    }

    @Test
    void shouldAskOnceWhenManyAskAtOnce() throws Exception {
        // Given
        CountDownLatch answer = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // When
            List<Future<Integer>> all = IntStream.range(0, 20)
                    .mapToObj(_ -> threads.submit(() -> answers.get("a", () -> {
                        begun.countDown();
                        asked.incrementAndGet();
                        try {
                            answer.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return 7;
                    })))
                    .toList();
            begun.await();
            answer.countDown();

            // Then
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(7);
            }
        }
        assertThat(asked).hasValue(1);
    }
}
