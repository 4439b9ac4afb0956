package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.engine.Availability.Available;
import io.olm4j.applier.engine.Availability.Unavailable;
import io.olm4j.applier.engine.Availability.Unknown;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.ObjectApplier;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.ProbeResultCache;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.BoundedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Determines from the live objects whether a revision is available. It uses the controller's own rights and needs no
 * service account.
 */
final class Observation {

    private final ObjectApplier applier;
    private final LiveObjects live;
    private final ProbeResultCache findings;
    private final BoundedWork work;

    Observation(ObjectApplier applier, LiveObjects live, ProbeResultCache findings, BoundedWork work) {
        this.applier = applier;
        this.live = live;
        this.findings = findings;
        this.work = work;
    }

    /** Checks rank by rank, and stops after the first rank with an object that is not available. */
    Availability of(Revision revision, Kinds kinds) {
        var inspection = new Inspection(revision, applier, live, findings);
        List<Availability> unknown = new ArrayList<>();
        for (Rank rank : Rank.of(revision.phases())) {
            Optional<ResolvedObject> homeless = rank.objects().stream()
                    .filter(object -> !kinds.isServed(object))
                    .findFirst();
            if (homeless.isPresent()) {
                return missing(homeless.get().ref());
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

    private static Availability missing(ObjectRef ref) {
        return new Unavailable("Object " + ref + ": does not exist");
    }

    private static Availability look(PlacedObject object, Inspection inspection) {
        try {
            return inspection.availability(object.ref(), inspection.look(object));
        } catch (ApiException e) {
            return new Unknown("Object " + object.ref() + ": cannot be read: " + e.text());
        }
    }
}
