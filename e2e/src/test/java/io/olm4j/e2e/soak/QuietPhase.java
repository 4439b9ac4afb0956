package io.olm4j.e2e.soak;

import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Waits until all extensions are where they belong, and checks that no status is untrue for long meanwhile. */
final class QuietPhase {

    /** The longest pause between two attempts is a minute. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private static final Duration POLL = Duration.ofMillis(250);

    private final StatusTruth truth;
    private final SoakJournal journal;
    private final Duration untruthLimit;
    private final Map<SoakPackage, Instant> untrueSince = new EnumMap<>(SoakPackage.class);
    private Duration longestUntruth = Duration.ZERO;

    QuietPhase(StatusTruth truth, SoakJournal journal, Duration untruthLimit) {
        this.truth = truth;
        this.journal = journal;
        this.untruthLimit = untruthLimit;
    }

    /** Waits; all faults have ended, and the processes are ready. */
    void await() throws InterruptedException {
        Instant begin = Instant.now();
        Map<SoakPackage, String> waiting = judgeAll();
        while (!waiting.isEmpty()) {
            if (Duration.between(begin, Instant.now()).compareTo(PATIENCE) > 0) {
                throw journal.failure("%s after the last fault, this is not where it belongs: %s; %s"
                        .formatted(PATIENCE, waiting, truth.summaryOfCatalogs()));
            }
            Thread.sleep(POLL);
            waiting = judgeAll();
        }
        journal.note(Arrays.stream(SoakPackage.values()).map(truth::summary).collect(Collectors.joining(", ")));
        journal.note("settled after %.1f s; the longest untrue status lasted %.1f s"
                .formatted(seconds(Duration.between(begin, Instant.now())), seconds(longestUntruth)));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    /** Judges each extension; returns those that are not settled, and why. */
    private Map<SoakPackage, String> judgeAll() {
        Map<SoakPackage, String> waiting = new TreeMap<>();
        for (SoakPackage member : SoakPackage.values()) {
            switch (truth.judge(member)) {
                case Settled() -> told(member);
                case OnItsWay(String what) -> {
                    told(member);
                    waiting.put(member, what);
                }
                case Untrue(String what) -> {
                    untrue(member, what);
                    waiting.put(member, what);
                }
            }
        }
        return waiting;
    }

    private void told(SoakPackage member) {
        untrueSince.remove(member);
    }

    private void untrue(SoakPackage member, String what) {
        Instant now = Instant.now();
        Duration duration = Duration.between(untrueSince.computeIfAbsent(member, _ -> now), now);
        if (duration.compareTo(longestUntruth) > 0) {
            longestUntruth = duration;
        }
        if (duration.compareTo(untruthLimit) > 0) {
            throw journal.failure(
                    "The status of %s is untrue for %s: %s.".formatted(member.extension(), duration, what));
        }
    }
}
