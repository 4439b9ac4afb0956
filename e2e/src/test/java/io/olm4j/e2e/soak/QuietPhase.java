package io.olm4j.e2e.soak;

import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits until all is where it belongs, and checks that no status is untrue for long meanwhile. */
final class QuietPhase {

    /** The longest pause between two attempts is a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration POLL = Duration.ofMillis(250);

    private final StatusTruth truth;
    private final SoakJournal journal;
    private final Duration untruthLimit;
    private final BooleanSupplier up;
    private final Map<String, Instant> untrueSince = new HashMap<>();
    private Duration longestUntruth = Duration.ZERO;

    /**
     * Makes a phase.
     *
     * @param up whether all processes run and lead; a status is judged only while they do
     */
    QuietPhase(StatusTruth truth, SoakJournal journal, Duration untruthLimit, BooleanSupplier up) {
        this.truth = truth;
        this.journal = journal;
        this.untruthLimit = untruthLimit;
        this.up = up;
    }

    /** Waits; all faults have ended. */
    void await() {
        Instant begin = Instant.now();
        Map<String, String> waiting = waitingAfter(PATIENCE);
        if (!waiting.isEmpty()) {
            throw journal.failure(
                    "%s after the last fault, this is not where it belongs: %s".formatted(PATIENCE, waiting));
        }
        journal.note(truth.summary());
        journal.note("settled after %.1f s; the longest untrue status lasted %.1f s"
                .formatted(seconds(Duration.between(begin, Instant.now())), seconds(longestUntruth)));
    }

    /** Checks that everything still is where it belongs, after a while in which nothing was written. */
    void awaitTheSame() {
        Map<String, String> waiting = waitingAfter(untruthLimit);
        if (!waiting.isEmpty()) {
            throw journal.failure("Nothing was written, and this is no longer where it belongs: " + waiting);
        }
    }

    /** Waits until nothing is waiting; returns what still is when the time is over. */
    private Map<String, String> waitingAfter(Duration limit) {
        Map<String, String> waiting = new TreeMap<>();
        try {
            Awaitility.await()
                    .pollInSameThread()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(() -> {
                        waiting.clear();
                        waiting.putAll(judgeAll());
                        return waiting.isEmpty();
                    });
        } catch (ConditionTimeoutException _) {
            // The caller tells what is waiting.
        }
        return waiting;
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    /** Judges everything; returns what is not settled, and why. */
    private Map<String, String> judgeAll() {
        if (!up.getAsBoolean()) {
            untrueSince.clear();
            return Map.of("a process", "it does not lead");
        }
        Map<String, SoakVerdict> verdicts = truth.judgeAll();
        untrueSince.keySet().retainAll(verdicts.keySet());
        Map<String, String> waiting = new TreeMap<>();
        verdicts.forEach((object, verdict) -> {
            switch (verdict) {
                case Settled() -> untrueSince.remove(object);
                case OnItsWay(String what) -> {
                    untrueSince.remove(object);
                    waiting.put(object, what);
                }
                case Untrue(String what) -> {
                    untrue(object, what);
                    waiting.put(object, what);
                }
            }
        });
        return waiting;
    }

    private void untrue(String object, String what) {
        Instant now = Instant.now();
        Duration duration = Duration.between(untrueSince.computeIfAbsent(object, _ -> now), now);
        if (duration.compareTo(longestUntruth) > 0) {
            longestUntruth = duration;
        }
        if (duration.compareTo(untruthLimit) > 0) {
            throw journal.failure("The status of %s is untrue for %s: %s.".formatted(object, duration, what));
        }
    }
}
