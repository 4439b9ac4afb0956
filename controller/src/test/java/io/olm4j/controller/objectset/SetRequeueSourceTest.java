package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SetRequeueSourceTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The requeues after 300 ms, 5 s and 30 s. */
    private static final int LOOKS_AFTER_ONE_EVENT = 3;

    private static final int SETS = 36;

    /** The requeues at once of sets that are not calm; then there is one per second. */
    private static final int BURST = 30;

    private final long start = System.nanoTime();
    private final List<String> woken = new CopyOnWriteArrayList<>();

    /** Runs on the thread of the timer, so that no other set is requeued meanwhile. */
    private volatile Consumer<String> then = _ -> {};

    /** The tenant of a set is its name up to the hyphen. */
    @AutoClose
    private final SetRequeueSource wakeUps = new SetRequeueSource(this::wake, set -> set.replaceFirst("-.*", ""));

    private void wake(String set) {
        woken.add(set);
        then.accept(set);
    }

    @Test
    void shouldTakeABurstForOneEvent() {
        // When
        synchronized (wakeUps) {
            for (int i = 0; i < 1000; i++) {
                wakeUps.event("one");
                wakeUps.event("two");
            }
        }

        // Then
        await().atMost(PATIENCE).until(() -> woken.containsAll(List.of("one", "two")));
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).untilAsserted(() -> {
            assertThat(times("one")).isLessThanOrEqualTo(LOOKS_AFTER_ONE_EVENT);
            assertThat(times("two")).isLessThanOrEqualTo(LOOKS_AFTER_ONE_EVENT);
        });
    }

    @Test
    void shouldSpreadTheWakeUpsOfManySetsAndNotKeepACalmOneWaiting() {
        // Given an event of a calm set as soon as the burst of the others is used up
        var tooMany = new CopyOnWriteArrayList<String>();
        then = _ -> {
            double seconds = (System.nanoTime() - start) / 1e9;
            long notCalm = woken.size() - wokenAtLeast(1, woken);
            if (notCalm > BURST + seconds + 1) {
                tooMany.add(notCalm + " after " + seconds + " s");
            }
            if (wokenAtLeast(2, woken) >= BURST && !woken.contains("set-calm")) {
                wakeUps.event("set-calm");
            }
        };
        tellAll();
        await().atMost(PATIENCE).until(() -> wokenAtLeast(1, woken) == SETS);

        // When
        tellAll();

        // Then
        await().atMost(PATIENCE).until(() -> wokenAtLeast(2, woken) >= SETS && woken.contains("set-calm"));
        assertThat(tooMany).isEmpty();
        assertThat(wokenAtLeast(2, woken.subList(0, woken.indexOf("set-calm"))))
                .as("sets woken twice before the calm one")
                .isBetween((long) BURST, SETS - 1L);
    }

    @Test
    void shouldNotWakeASetThatIsGone() {
        // When
        synchronized (wakeUps) {
            wakeUps.event("gone");
            wakeUps.event("there");
            wakeUps.forget("gone");
        }

        // Then
        await().atMost(PATIENCE).until(() -> woken.contains("there"));
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> !woken.contains("gone"));
    }

    @Test
    void shouldNotKeepASetWaitingForTheTurnsOfSetsThatAreGone() {
        // Given many sets that wait for their turn, the last one longer than this test
        List<String> gone =
                IntStream.range(0, BURST + 200).mapToObj(i -> "gone-" + i).toList();
        gone.forEach(wakeUps::event);
        await().atMost(PATIENCE).until(() -> wokenAtLeast(2, woken) >= BURST);

        // When
        gone.forEach(wakeUps::forget);
        wakeUps.event("gone-there");

        // Then
        await().atMost(PATIENCE).until(() -> times("gone-there") >= 2);
    }

    @Test
    void shouldNotLookAgainWhenTheSetHasGoneOn() {
        // Given
        then = wakeUps::settle;

        // When
        wakeUps.event("one");

        // Then
        await().atMost(PATIENCE).until(() -> woken.contains("one"));
        await().during(Duration.ofSeconds(6)).atMost(PATIENCE).until(() -> woken.equals(List.of("one")));
    }

    @Test
    void shouldNotKeepATenantWaitingForTheSetsOfAnotherOne() {
        // Given many sets of a tenant that wait for their turn, the last one longer than this test
        IntStream.range(0, BURST + 200).forEach(i -> wakeUps.event("many-" + i));
        await().atMost(PATIENCE).until(() -> wokenAtLeast(2, woken) >= BURST);

        // When
        wakeUps.event("other-1");

        // Then
        await().atMost(PATIENCE).until(() -> times("other-1") >= 2);
    }

    private void tellAll() {
        for (int i = 0; i < SETS; i++) {
            wakeUps.event("set-" + i);
        }
    }

    private int times(String set) {
        return Collections.frequency(woken, set);
    }

    private static long wokenAtLeast(int times, List<String> woken) {
        return woken.stream()
                .distinct()
                .filter(set -> Collections.frequency(woken, set) >= times)
                .count();
    }
}
