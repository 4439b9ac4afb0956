package io.olm4j.applier.object;

import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the objects that were found as wanted, so that a pass compares only objects that have changed since. */
public final class ProbeResultCache {

    private final Map<String, OfRevision> revisions = new ConcurrentHashMap<>();

    /**
     * The finding that an object was as wanted.
     *
     * @param resourceVersion the version of the object
     * @param unmet the message that says which probes it did not pass; empty if it passed all
     */
    public record Finding(String resourceVersion, Optional<String> unmet) {}

    /** The parts of a revision that a finding depends on, besides the object itself. */
    private record Basis(long number, String ownerName, List<String> digests, List<ProgressionProbe> probes) {}

    private record OfRevision(Basis basis, Map<ObjectRef, Finding> findings) {}

    /** The findings on a revision's objects; callers add to the map. */
    public Map<ObjectRef, Finding> of(Revision revision) {
        var basis = new Basis(
                revision.number(),
                revision.ownerName(),
                revision.phases().stream().map(ResolvedPhase::digest).toList(),
                revision.probes());
        return revisions
                .compute(
                        revision.uid(),
                        (uid, known) -> known != null && known.basis().equals(basis)
                                ? known
                                : new OfRevision(basis, new ConcurrentHashMap<>()))
                .findings();
    }

    public void forget(String revision) {
        revisions.remove(revision);
    }
}
