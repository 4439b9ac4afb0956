package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.engine.Findings.Finding;
import io.olm4j.applier.engine.ObjectApplier.Step;
import io.olm4j.applier.engine.ObjectOutcome.Cause;
import io.olm4j.applier.engine.ObjectOutcome.Collision;
import io.olm4j.applier.engine.ObjectOutcome.Deferred;
import io.olm4j.applier.engine.ObjectOutcome.Failed;
import io.olm4j.applier.engine.ObjectOutcome.InPlace;
import io.olm4j.applier.engine.ObjectOutcome.Unchanged;
import io.olm4j.applier.engine.RolloutResult.Collisions;
import io.olm4j.applier.engine.RolloutResult.Incomplete;
import io.olm4j.applier.engine.RolloutResult.Refused;
import io.olm4j.applier.engine.RolloutResult.Unauthenticated;
import io.olm4j.applier.probe.ProbeEvaluator;
import io.olm4j.applier.work.BoundedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Applies the objects of one phase, all at once, and evaluates their probes. */
final class PhaseRollout {

    /** A message names no more objects than this. */
    private static final int MAX_NAMED = 10;

    private final ObjectApplier applier;
    private final LiveObjects live;
    private final Findings findings;
    private final BoundedWork work;

    PhaseRollout(ObjectApplier applier, LiveObjects live, Findings findings, BoundedWork work) {
        this.applier = applier;
        this.live = live;
        this.findings = findings;
        this.work = work;
    }

    private record Decided(PlacedObject object, Step step) {}

    /**
     * Rolls the phase out.
     *
     * @param obstacle asked before the first write: what forbids any, if something does
     * @return what keeps the next phase from being started; empty if nothing does
     * @throws io.olm4j.applier.cluster.ApiException if the API server cannot be read
     */
    Optional<RolloutResult> rollOut(
            Revision revision,
            int index,
            List<PlacedObject> objects,
            ActingIdentity identity,
            Supplier<Optional<RolloutResult>> obstacle) {
        Map<ObjectRef, Finding> found = findings.of(revision);
        List<Decided> decided = work.map(
                objects,
                object -> unchanged(object, found),
                object -> new Decided(
                        object, applier.decide(object, revision, live.find(object.mapping(), object.ref()))));
        List<String> collisions = decided.stream()
                .flatMap(d ->
                        d.step() instanceof Step.Done(Collision(String message)) ? Stream.of(message) : Stream.empty())
                .toList();
        String phase = revision.phases().get(index).name();
        if (!collisions.isEmpty()) {
            return Optional.of(new Collisions(index, phase, collisions));
        }
        if (decided.stream().anyMatch(d -> d.step() instanceof Step.Apply)) {
            Optional<RolloutResult> forbidden = obstacle.get();
            if (forbidden.isPresent()) {
                return forbidden;
            }
        }
        List<ObjectOutcome> outcomes = work.map(
                decided,
                d -> d.step() instanceof Step.Done(ObjectOutcome outcome) ? Optional.of(outcome) : Optional.empty(),
                d -> applier.apply(d.object(), revision, (Step.Apply) d.step(), identity));
        return verdict(revision, index, phase, outcomes, found);
    }

    private Optional<Decided> unchanged(PlacedObject object, Map<ObjectRef, Finding> found) {
        return Optional.ofNullable(found.get(object.ref()))
                .filter(finding -> live.isAt(object.ref(), finding.resourceVersion()))
                .map(finding -> new Decided(object, new Step.Done(new Unchanged(finding))));
    }

    private static Optional<RolloutResult> verdict(
            Revision revision, int index, String phase, List<ObjectOutcome> outcomes, Map<ObjectRef, Finding> found) {
        List<Failed> failures = new ArrayList<>();
        List<String> collisions = new ArrayList<>();
        List<String> waiting = new ArrayList<>();
        ProbeEvaluator probes = new ProbeEvaluator(revision.probes());
        for (ObjectOutcome outcome : outcomes) {
            switch (outcome) {
                case Failed failed -> failures.add(failed);
                case Collision(String message) -> collisions.add(message);
                case Deferred(String message) -> waiting.add(message);
                case InPlace(ObjectNode object) -> {
                    Finding finding = examined(object, probes);
                    found.put(ObjectRef.of(object), finding);
                    finding.unmet().ifPresent(waiting::add);
                }
                case Unchanged(Finding finding) -> finding.unmet().ifPresent(waiting::add);
                case ObjectOutcome.Superseded(String message) -> {
                    if (!revision.succeeded()) {
                        waiting.add(message);
                    }
                }
            }
        }
        if (!collisions.isEmpty()) {
            return Optional.of(new Collisions(index, phase, collisions));
        }
        if (!failures.isEmpty()) {
            return Optional.of(failure(failures));
        }
        return waiting.isEmpty() ? Optional.empty() : Optional.of(new Incomplete(phase, waiting.getFirst()));
    }

    private static Finding examined(ObjectNode object, ProbeEvaluator probes) {
        List<String> unmet = probes.failures(object);
        return new Finding(
                object.path("metadata").path("resourceVersion").asText(""),
                unmet.isEmpty()
                        ? Optional.empty()
                        : Optional.of("Object " + ObjectRef.of(object) + ": " + String.join(" and ", unmet)));
    }

    private static RolloutResult failure(List<Failed> failures) {
        String message = failures.stream()
                .map(Failed::message)
                .distinct()
                .limit(MAX_NAMED)
                .collect(Collectors.joining("; "));
        if (failures.stream().anyMatch(f -> f.cause() == Cause.UNAUTHENTICATED)) {
            return new Unauthenticated(message);
        }
        return failures.stream().anyMatch(f -> f.cause() == Cause.FORBIDDEN)
                ? new Refused(message)
                : new RolloutResult.Failed(message);
    }
}
