package io.olm4j.applier.engine;

import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers the objects that were found as wanted, so that a pass looks only at what has changed since. */
final class ProbeResultCache {

    private final Map<String, OfRevision> revisions = new ConcurrentHashMap<>();

    /**
     * An object was as wanted.
     *
     * @param resourceVersion at which it was so
     * @param unmet the message that says which probes it did not pass; empty if it passed all
     */
    record Finding(String resourceVersion, Optional<String> unmet) {}

    /** All that a finding depends on, besides the object itself. */
    private record Basis(long number, String ownerName, List<String> digests, List<ProgressionProbe> probes) {}

    private record OfRevision(Basis basis, Map<ObjectRef, Finding> findings) {}

    /** What was found of a revision's objects; to be added to. */
    Map<ObjectRef, Finding> of(Revision revision) {
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

    void forget(String revision) {
        revisions.remove(revision);
    }
}
