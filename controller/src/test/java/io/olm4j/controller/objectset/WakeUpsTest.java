package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class WakeUpsTest {

    private final Map<String, Integer> woken = new ConcurrentHashMap<>();

    @AutoClose
    private final WakeUps wakeUps = new WakeUps(set -> woken.merge(set, 1, Integer::sum));

    @Test
    void shouldWakeEachSetOnceForABurst() {
        for (int i = 0; i < 1000; i++) {
            wakeUps.event("one");
            wakeUps.event("two");
        }

        await().atMost(Duration.ofSeconds(10)).until(() -> woken.size() == 2);
        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(4))
                .until(() -> woken.equals(Map.of("one", 1, "two", 1)));
    }

    @Test
    void shouldSpreadTheWakeUpsOfManySetsAndNotKeepACalmOneWaiting() {
        tellAll();
        await().atMost(Duration.ofSeconds(10)).until(() -> wokenAtLeast(1) == 60);
        tellAll();
        await().atMost(Duration.ofSeconds(10)).until(() -> wokenAtLeast(2) >= 30);
        assertThat(wokenAtLeast(2)).as("not all at once").isLessThan(45);

        wakeUps.event("calm");

        await().atMost(Duration.ofSeconds(2)).until(() -> woken.containsKey("calm"));
        await().atMost(Duration.ofSeconds(90)).until(() -> wokenAtLeast(2) >= 60);
    }

    private void tellAll() {
        for (int i = 0; i < 60; i++) {
            wakeUps.event("set-" + i);
        }
    }

    private long wokenAtLeast(int times) {
        return woken.values().stream().filter(count -> count >= times).count();
    }

    @Test
    void shouldNotWakeASetThatIsGone() {
        wakeUps.event("gone");
        wakeUps.event("there");
        wakeUps.forget("gone");

        await().atMost(Duration.ofSeconds(10)).until(() -> woken.containsKey("there"));
        await().during(Duration.ofSeconds(1)).until(() -> !woken.containsKey("gone"));
    }

    @Test
    void shouldNotLookAgainWhenTheSetHasGoneOn() {
        wakeUps.event("one");
        await().atMost(Duration.ofSeconds(10)).until(() -> woken.containsKey("one"));

        wakeUps.settle("one");

        await().during(Duration.ofSeconds(6))
                .atMost(Duration.ofSeconds(10))
                .until(() -> woken.equals(Map.of("one", 1)));
    }
}
