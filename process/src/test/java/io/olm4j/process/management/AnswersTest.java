package io.olm4j.process.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.olm4j.testsupport.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
        Set<Thread> askers = ConcurrentHashMap.newKeySet();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // When
            List<Future<Integer>> all = IntStream.range(0, 20)
                    .mapToObj(_ -> threads.submit(() -> {
                        askers.add(Thread.currentThread());
                        return answers.get("a", () -> answerAfter(answer));
                    }))
                    .toList();
            await().atMost(Patience.ENOUGH)
                    .until(() -> askers.size() == 20
                            && askers.stream().allMatch(asker -> asker.getState() == Thread.State.WAITING));
            answer.countDown();

            // Then
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(7);
            }
        }
        assertThat(asked).hasValue(1);
    }

    private int answerAfter(CountDownLatch latch) {
        asked.incrementAndGet();
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 7;
    }
}
