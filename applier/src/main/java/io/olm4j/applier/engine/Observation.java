package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.Availability.Available;
import io.olm4j.applier.engine.Availability.Unavailable;
import io.olm4j.applier.engine.Availability.Unknown;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.object.KindHints;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectApplier;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.ProbeResultCache;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.BoundedWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Determines from the live objects whether a revision is available. It uses the controller's own rights and needs no
 * service account.
 */
final class Observation {

    private final KindResolver resolver;
    private final ObjectApplier applier;
    private final LiveObjects live;
    private final ProbeResultCache findings;
    private final BoundedWork work;

    Observation(
            KindResolver resolver,
            ObjectApplier applier,
            LiveObjects live,
            ProbeResultCache findings,
            BoundedWork work) {
        this.resolver = resolver;
        this.applier = applier;
        this.live = live;
        this.findings = findings;
        this.work = work;
    }

    /** Checks rank by rank, and stops after the first rank with an object that is not available. */
    Availability of(Revision revision, Kinds kinds) {
        var inspection = new Inspection(revision, applier, live, findings);
        List<Availability> unknown = new ArrayList<>();
        for (Rank rank : Rank.of(revision)) {
            for (ObjectRef ref : firstOfEachKind(rank, object -> !kinds.isServed(object))) {
                Optional<String> why = unreadable(ref, kinds);
                if (why.isEmpty()) {
                    return new Unavailable("Object " + ref + ": does not exist");
                }
                unknown.add(new Unknown(why.get()));
            }
            List<Availability> each = work.map(
                    kinds.place(rank.objects()),
                    object -> inspection.known(object).map(step -> inspection.availability(object.ref(), step)),
                    object -> look(object, inspection));
            Optional<Availability> unavailable =
                    each.stream().filter(Unavailable.class::isInstance).findFirst();
            if (unavailable.isPresent()) {
                return unavailable.get();
            }
            each.stream().filter(Unknown.class::isInstance).forEach(unknown::add);
        }
        return unknown.isEmpty() ? new Available() : unknown.getFirst();
    }

    private static Collection<ObjectRef> firstOfEachKind(Rank rank, Predicate<ResolvedObject> wanted) {
        Map<GroupVersionKind, ObjectRef> first = new LinkedHashMap<>();
        rank.objects().stream()
                .filter(wanted)
                .map(ResolvedObject::ref)
                .forEach(ref -> first.putIfAbsent(GroupVersionKind.of(ref), ref));
        return first.values();
    }

    /** Why an object may exist although its kind is not served; empty if it cannot exist. */
    private Optional<String> unreadable(ObjectRef ref, Kinds kinds) {
        GroupVersionKind kind = GroupVersionKind.of(ref);
        String failure = kinds.undiscovered().get(kind);
        if (failure != null) {
            return Optional.of(unreadable(ref, failure));
        }
        try {
            // Objects are the same at all versions of their kind.
            return resolver.otherVersion(kind)
                    .map(other -> unreadable(ref, KindHints.servedAtAnotherVersion(kind, other)));
        } catch (ApiException e) {
            return Optional.of(unreadable(ref, e.text()));
        }
    }

    private static Availability look(PlacedObject object, Inspection inspection) {
        try {
            return inspection.availability(object.ref(), inspection.look(object));
        } catch (ApiException e) {
            return new Unknown(unreadable(object.ref(), e.text()));
        }
    }

    /** The message for an object that cannot be read. */
    static String unreadable(ObjectRef ref, String reason) {
        return "Object " + ref + ": cannot be read: " + reason;
    }
}
