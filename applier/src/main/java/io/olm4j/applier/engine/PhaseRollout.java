package io.olm4j.applier.engine;

import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.engine.Availability.Unavailable;
import io.olm4j.applier.engine.Availability.Unknown;
import io.olm4j.applier.engine.RankResult.Done;
import io.olm4j.applier.engine.RankResult.Stopped;
import io.olm4j.applier.engine.RolloutResult.Collisions;
import io.olm4j.applier.engine.RolloutResult.Incomplete;
import io.olm4j.applier.engine.RolloutResult.Invalid;
import io.olm4j.applier.engine.RolloutResult.Refused;
import io.olm4j.applier.engine.RolloutResult.Unauthenticated;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectApplier;
import io.olm4j.applier.object.ObjectApplier.Step;
import io.olm4j.applier.object.ObjectOutcome;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Collision;
import io.olm4j.applier.object.ObjectOutcome.Contested;
import io.olm4j.applier.object.ObjectOutcome.Deferred;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import io.olm4j.applier.object.ObjectOutcome.InPlace;
import io.olm4j.applier.object.ObjectOutcome.Superseded;
import io.olm4j.applier.object.ObjectOutcome.Unchanged;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.ProbeResultCache;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.BoundedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies all objects of one rank at once and evaluates their probes. */
final class PhaseRollout {

    /** The largest number of objects in a message. */
    private static final int MAX_NAMED = 10;

    private final ObjectApplier applier;
    private final LiveObjects live;
    private final ProbeResultCache findings;
    private final BoundedWork work;

    PhaseRollout(ObjectApplier applier, LiveObjects live, ProbeResultCache findings, BoundedWork work) {
        this.applier = applier;
        this.live = live;
        this.findings = findings;
        this.work = work;
    }

    private record Decided(PlacedObject object, Step step) {}

    private record Written(Decided decided, ObjectOutcome outcome) {}

    /**
     * Rolls the rank out.
     *
     * @param obstacle called before the first write: returns the reason that forbids all writes, or empty
     * @param turn objects that are not written before its end wait for the next turn
     * @throws io.olm4j.applier.cluster.ApiException if the obstacle cannot be looked up
     */
    RankResult rollOut(
            Revision revision,
            Rank rank,
            List<PlacedObject> objects,
            ActingIdentity identity,
            Supplier<Optional<RolloutResult>> obstacle,
            Turn turn) {
        var inspection = new Inspection(revision, applier, live, findings);
        List<Decided> decided = work.map(
                objects,
                object -> inspection.known(object).map(step -> new Decided(object, step)),
                object -> new Decided(object, inspection.lookBeforeWrite(object)));
        List<String> collisions = decided.stream()
                .flatMap(d ->
                        d.step() instanceof Step.Done(Collision(String message)) ? Stream.of(message) : Stream.empty())
                .toList();
        Optional<Decided> first = decided.stream()
                .filter(d -> d.step() instanceof Step.Apply || isCollision(d.step()) || isUnread(d))
                .findFirst();
        if (first.isPresent()) {
            Optional<RolloutResult> forbidden = obstacle.get();
            if (forbidden.isPresent()) {
                return new Stopped(new RolloutReport(
                        forbidden.get(),
                        inspection.availability(
                                first.get().object().ref(), first.get().step())));
            }
        }
        if (!collisions.isEmpty()) {
            return collided(rank, collisions);
        }
        List<Written> written = work.map(
                decided,
                d -> d.step() instanceof Step.Done(ObjectOutcome outcome)
                        ? Optional.of(new Written(d, outcome))
                        : Optional.empty(),
                d -> new Written(
                        d,
                        turn.takesWrite()
                                ? applier.apply(d.object(), revision, (Step.Apply) d.step(), identity)
                                : next(d.object())));
        return verdict(revision, rank, written, inspection);
    }

    private static ObjectOutcome next(PlacedObject object) {
        return new Deferred("Object " + object.ref() + ": it is not written yet: " + Turn.OVER);
    }

    private static boolean isCollision(Step step) {
        return step instanceof Step.Done(Collision _);
    }

    /** Whether the object has failed already before the writes. */
    private static boolean isUnread(Decided decided) {
        return decided.step() instanceof Step.Done(Failed _);
    }

    private static RankResult verdict(Revision revision, Rank rank, List<Written> written, Inspection inspection) {
        List<Written> failures = new ArrayList<>();
        List<String> collisions = new ArrayList<>();
        List<String> contested = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        List<String> elsewhere = new ArrayList<>();
        List<String> unread = new ArrayList<>();
        for (Written one : written) {
            switch (one.outcome()) {
                // A revision that has succeeded once heals the rest meanwhile.
                case Failed failed when revision.succeeded() && isUnread(one.decided()) -> unread.add(failed.message());
                case Failed _ -> failures.add(one);
                case Collision(String message) -> collisions.add(message);
                case Contested(String message) -> contested.add(message);
                case Deferred(String message) -> waiting.add(message);
                case InPlace(var object) -> inspection.unmet(object).ifPresent(waiting::add);
                case Unchanged(var finding) -> finding.unmet().ifPresent(waiting::add);
                // A revision that has succeeded once does not wait for an object of a newer one.
                case Superseded(String message, var object) -> {
                    if (revision.succeeded()) {
                        inspection.unmetElsewhere(object).ifPresent(elsewhere::add);
                    } else {
                        waiting.add(message);
                    }
                }
            }
        }
        if (!collisions.isEmpty()) {
            return collided(rank, collisions);
        }
        if (!failures.isEmpty()) {
            return new Stopped(new RolloutReport(
                    failure(failures.stream().map(one -> (Failed) one.outcome()).toList()),
                    unavailable(failures.getFirst().decided())));
        }
        if (!contested.isEmpty()) {
            String message = listed(contested.stream());
            return new Stopped(new RolloutReport(new RolloutResult.Contested(message), new Unavailable(message)));
        }
        if (!waiting.isEmpty()) {
            return new Stopped(new RolloutReport(
                    new Incomplete(rank.phase(), waiting.getFirst()), new Unavailable(waiting.getFirst())));
        }
        return new Done(elsewhere.stream().findFirst(), unread);
    }

    private static RankResult collided(Rank rank, List<String> collisions) {
        return new Stopped(
                new RolloutReport(new Collisions(rank.index(), collisions), new Unavailable(collisions.getFirst())));
    }

    private static Availability unavailable(Decided notApplied) {
        return switch (notApplied.step()) {
            case Step.Apply apply ->
                new Unavailable(apply.state(notApplied.object().ref()));
            case Step.Done(Failed unread) -> new Unknown(unread.message());
            case Step.Done _ -> throw new IllegalStateException("nothing was to be done");
        };
    }

    private static RolloutResult failure(List<Failed> failures) {
        String message = listed(failures.stream().map(Failed::message));
        if (failures.stream().anyMatch(f -> f.cause() == Cause.UNAUTHENTICATED)) {
            return new Unauthenticated(message);
        }
        if (failures.stream().anyMatch(f -> f.cause() == Cause.FORBIDDEN)) {
            return new Refused(message);
        }
        if (failures.stream().anyMatch(f -> f.cause() == Cause.RETRY)) {
            return new RolloutResult.Failed(message);
        }
        return new Invalid(message, failures.stream().allMatch(f -> f.cause() == Cause.INVALID));
    }

    private static String listed(Stream<String> messages) {
        return messages.distinct().limit(MAX_NAMED).collect(Collectors.joining("; "));
    }
}
