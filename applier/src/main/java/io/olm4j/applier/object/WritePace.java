package io.olm4j.applier.object;

import io.olm4j.api.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Ends a fight over an object: a revision that writes the same object too often within a minute pauses, and pauses
 * longer after each further write. Roll-outs and occasional drift stay below the limit.
 */
public final class WritePace {

    private static final int LIMIT = 10;
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);

    /** The number of objects of one revision above which entries of fights that are over are removed. */
    private static final int SWEEP_AT = 200;

    private final InstantSource time;
    private final Map<String, Map<ObjectRef, Writes>> revisions = new ConcurrentHashMap<>();

    public WritePace(InstantSource time) {
        this.time = time;
    }

    /**
     * The writes of one object.
     *
     * @param recent the times of the writes within the window before the last one
     * @param pause the pause after the last write; zero until the limit is reached
     */
    private record Writes(List<Instant> recent, Duration pause) {

        Instant last() {
            return recent.getLast();
        }

        /** Whether the fight is over: no write was needed during the pause and another window. */
        boolean isOver(Instant now) {
            return now.isAfter(last().plus(pause).plus(WINDOW));
        }

        Writes and(Instant now) {
            List<Instant> all = Stream.concat(
                            recent.stream().filter(at -> at.isAfter(now.minus(WINDOW))), Stream.of(now))
                    .toList();
            if (pause.isZero()) {
                return new Writes(all, all.size() < LIMIT ? Duration.ZERO : WINDOW);
            }
            Duration doubled = pause.multipliedBy(2);
            return new Writes(all, doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE);
        }
    }

    boolean mayWrite(String revision, ObjectRef ref) {
        Writes writes = revisions.getOrDefault(revision, Map.of()).get(ref);
        return writes == null || !time.instant().isBefore(writes.last().plus(writes.pause()));
    }

    void wrote(String revision, ObjectRef ref) {
        Instant now = time.instant();
        Map<ObjectRef, Writes> ofRevision = revisions.computeIfAbsent(revision, r -> new ConcurrentHashMap<>());
        if (ofRevision.size() > SWEEP_AT) {
            ofRevision.values().removeIf(writes -> writes.isOver(now));
        }
        ofRevision.compute(
                ref,
                (r, before) -> before == null || before.isOver(now)
                        ? new Writes(List.of(now), Duration.ZERO)
                        : before.and(now));
    }

    public void forget(String revision) {
        revisions.remove(revision);
    }
}
