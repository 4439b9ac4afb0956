package io.olm4j.applier.engine;

import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.PhaseParts;
import java.util.ArrayList;
import java.util.List;

/**
 * Objects that are applied at once and do not wait for each other: the objects of a phase and of its continuation
 * phases, which exist if one phase cannot hold them all.
 *
 * @param index the index of the first phase, from 0
 * @param phase the name of the first phase
 */
record Rank(int index, String phase, List<ResolvedObject> objects) {

    Rank {
        objects = List.copyOf(objects);
    }

    /**
     * The ranks of a revision, in the order of its phases. Only revisions of extensions have continuation phases: in a
     * set that was written by hand, each phase waits for the one before it, whatever its name.
     */
    static List<Rank> of(Revision revision) {
        boolean continued = !revision.ownerName().isEmpty();
        List<ResolvedPhase> phases = revision.phases();
        List<Rank> ranks = new ArrayList<>();
        int next = 0;
        while (next < phases.size()) {
            int first = next++;
            String name = phases.get(first).name();
            List<ResolvedObject> objects = new ArrayList<>(phases.get(first).objects());
            while (continued
                    && next < phases.size()
                    && phases.get(next - 1).objects().size() == PhaseParts.MAX_OBJECTS
                    && phases.get(next).name().equals(PhaseParts.name(name, next - first + 1))) {
                objects.addAll(phases.get(next++).objects());
            }
            ranks.add(new Rank(first, name, objects));
        }
        return ranks;
    }
}
