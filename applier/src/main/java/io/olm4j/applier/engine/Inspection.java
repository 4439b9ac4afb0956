package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.engine.Availability.Available;
import io.olm4j.applier.engine.Availability.Unavailable;
import io.olm4j.applier.engine.Availability.Unknown;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectApplier;
import io.olm4j.applier.object.ObjectApplier.Step;
import io.olm4j.applier.object.ObjectOutcome;
import io.olm4j.applier.object.ObjectOutcome.Cause;
import io.olm4j.applier.object.ObjectOutcome.Unchanged;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.ProbeResultCache;
import io.olm4j.applier.object.ProbeResultCache.Finding;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.probe.ProbeEvaluator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and compares the objects of a revision; writes nothing. An object that is as wanted is compared only once for
 * each of its changes.
 */
final class Inspection {

    private final Revision revision;
    private final ObjectApplier applier;
    private final LiveObjects live;
    private final Map<ObjectRef, Finding> found;
    private final ProbeEvaluator probes;

    Inspection(Revision revision, ObjectApplier applier, LiveObjects live, ProbeResultCache findings) {
        this.revision = revision;
        this.applier = applier;
        this.live = live;
        this.found = findings.of(revision);
        this.probes = new ProbeEvaluator(revision.probes());
    }

    /** The earlier finding, if the object has not changed since. */
    Optional<Step> known(PlacedObject object) {
        return Optional.ofNullable(found.get(object.ref()))
                .filter(finding -> live.isAt(object.ref(), finding.resourceVersion()))
                .map(finding -> new Step.Done(new Unchanged(finding)));
    }

    /** @throws io.olm4j.applier.cluster.ApiException if the object cannot be read */
    Step look(PlacedObject object) {
        return applier.decide(object, revision, live.find(object.mapping(), object.ref()));
    }

    /**
     * Like {@link #look}, but an object that the watches lack counts as one that does not exist: its creation fails if
     * it does. An object that cannot be read has failed.
     */
    Step lookBeforeWrite(PlacedObject object) {
        try {
            return applier.decide(object, revision, live.expect(object.mapping(), object.ref(), revision));
        } catch (ApiException e) {
            return new Step.Done(new ObjectOutcome.Failed(Cause.RETRY, Observation.unreadable(object.ref(), e.text())));
        }
    }

    /**
     * The availability of an object before a step is performed. Until a revision has rolled out once, its account may
     * lack all rights. So nothing is said then about an object that the revision does not control, not even whether it
     * exists.
     */
    Availability availability(ObjectRef ref, Step step) {
        if (!revision.succeeded() && !isOurs(step)) {
            return new Unavailable("Object " + ref + ": is not applied");
        }
        Optional<String> unmet = switch (step) {
            case Step.Apply apply -> Optional.of(apply.state(ref));
            case Step.Done(ObjectOutcome.InPlace(var object)) -> unmet(object);
            case Step.Done(ObjectOutcome.Unchanged(var finding)) -> finding.unmet();
            case Step.Done(ObjectOutcome.Superseded(String _, var object)) -> unmetElsewhere(object);
            case Step.Done(ObjectOutcome.Deferred(String message)) -> Optional.of(message);
            case Step.Done(ObjectOutcome.Collision(String message)) -> Optional.of(message);
            case Step.Done(ObjectOutcome.Contested(String message)) -> Optional.of(message);
            case Step.Done(ObjectOutcome.Failed failed) -> Optional.of(failed.message());
        };
        boolean isUnread = step instanceof Step.Done(ObjectOutcome.Failed _);
        return unmet.map(message -> isUnread ? new Unknown(message) : new Unavailable(message))
                .orElseGet(Available::new);
    }

    private boolean isOurs(Step step) {
        return switch (step) {
            case Step.Apply apply ->
                apply.existing()
                        .filter(there -> Ownership.isControlledBy(there, revision))
                        .isPresent();
            case Step.Done(ObjectOutcome outcome) ->
                outcome instanceof ObjectOutcome.InPlace || outcome instanceof ObjectOutcome.Unchanged;
        };
    }

    /** The probes that an object that is as wanted does not pass; empty if it passes all. */
    Optional<String> unmet(ObjectNode object) {
        Optional<String> unmet = failures(object);
        found.put(ObjectRef.of(object), new Finding(new LiveObject(object).resourceVersion(), unmet));
        return unmet;
    }

    /** The probes that an object of a newer revision does not pass; empty if it passes all. */
    Optional<String> unmetElsewhere(ObjectNode object) {
        return new LiveObject(object).isBeingDeleted()
                ? Optional.of("Object " + ObjectRef.of(object) + ": is being deleted")
                : failures(object);
    }

    private Optional<String> failures(ObjectNode object) {
        List<String> failures = probes.failures(object);
        return failures.isEmpty()
                ? Optional.empty()
                : Optional.of("Object " + ObjectRef.of(object) + ": " + String.join(" and ", failures));
    }
}
