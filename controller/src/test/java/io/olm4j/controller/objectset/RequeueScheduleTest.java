package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequeueScheduleTest {

    private static final long MINUTE = 60_000;

    private final RequeueSchedule pace = new RequeueSchedule();

    /** The times at which the set is requeued until a time, if events come at the given times. */
    private List<Long> wakes(List<Long> events, long until) {
        List<Long> wakes = new ArrayList<>();
        int next = 0;
        for (long now = 0; now <= until; now += 10) {
            while (next < events.size() && events.get(next) <= now) {
                pace.event(now);
                next++;
            }
            if (pace.next().isPresent() && pace.next().getAsLong() <= now) {
                pace.woke(now);
                wakes.add(now);
            }
        }
        return wakes;
    }

    private static List<Long> events(long every, long until) {
        List<Long> events = new ArrayList<>();
        for (long at = 0; at <= until; at += every) {
            events.add(at);
        }
        return events;
    }

    @Test
    void shouldLookAtOnceAndTwiceMoreBecauseTheAuthorizerMayBeLate() {
        assertThat(wakes(List.of(0L), 2 * MINUTE)).containsExactly(300L, 5_000L, 30_000L);
    }

    @Test
    void shouldTakeABurstForOneEvent() {
        assertThat(wakes(List.of(0L, 20L, 100L, 250L), MINUTE)).containsExactly(300L, 5_250L, 30_250L);
    }

    @Test
    void shouldTakeASetUpEverMoreSeldomWhenEventsDoNotEnd() {
        List<Long> wakes = wakes(events(20, 20 * MINUTE), 20 * MINUTE);

        assertThat(wakes.subList(0, 4)).as("soon at first").allMatch(at -> at <= 3_500);
        assertThat(wakes.stream().filter(at -> at > 5 * MINUTE))
                .as("once a minute in the end")
                .hasSizeBetween(14, 16);
    }

    @Test
    void shouldLookWithinASecondWhenEventsComeNowAndThen() {
        List<Long> events = events(5_000, 25_000);

        List<Long> wakes = wakes(events, 27_000);

        assertThat(events)
                .allSatisfy(event -> assertThat(wakes).anyMatch(wake -> wake > event && wake <= event + 1_300));
    }

    @Test
    void shouldLookAfterTheLastEventHoweverManyCameBefore() {
        List<Long> wakes = wakes(events(20, 3 * MINUTE), 10 * MINUTE);

        assertThat(wakes.getLast()).isBetween(3 * MINUTE + 30_000, 5 * MINUTE);
    }

    @Test
    void shouldStartAnewAfterAMinuteWithoutEvents() {
        wakes(events(20, 3 * MINUTE), 6 * MINUTE);
        long later = 20 * MINUTE;

        pace.event(later);

        assertThat(pace.next()).hasValue(later + 300);
    }

    @Test
    void shouldForgetTheLateLooksButNoNewEventWhenTheSetHasGoneOn() {
        pace.event(0);
        pace.woke(300);
        pace.settle();
        assertThat(pace.next()).isEmpty();

        pace.event(10_000);
        pace.settle();
        assertThat(pace.next()).hasValue(10_300);
    }
}
