package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.probe.ProbeEvaluator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds problems that make it impossible to apply a revision on any cluster. */
final class RevisionValidator {

    private RevisionValidator() {}

    /** The first problem that can be found without the cluster, in one sentence; empty if the revision is valid. */
    static Optional<String> problem(Revision revision) {
        return problem(revision, _ -> false);
    }

    /**
     * The first problem.
     *
     * @param clusterScoped whether an object is known to have no namespace, although it may state one
     */
    static Optional<String> problem(Revision revision, Predicate<ObjectRef> clusterScoped) {
        record Identity(String group, String kind, String namespace, String name) {}

        Optional<String> selector = ProbeEvaluator.problem(revision.probes());
        if (selector.isPresent()) {
            return Optional.of("revision validation error: " + selector.get());
        }
        Map<Identity, String> phaseOf = new HashMap<>();
        for (int i = 0; i < revision.phases().size(); i++) {
            ResolvedPhase phase = revision.phases().get(i);
            int index = 0;
            for (ResolvedObject object : phase.objects()) {
                ObjectRef ref = object.ref();
                Optional<String> problem = ObjectIdentity.problem(ref);
                if (problem.isPresent()) {
                    return Optional.of("phase %d validation error: object %d %s".formatted(i, index, problem.get()));
                }
                String namespace = clusterScoped.test(ref) ? "" : ref.namespace();
                String other = phaseOf.put(new Identity(ref.group(), ref.kind(), namespace, ref.name()), phase.name());
                if (other != null) {
                    return Optional.of(
                            ("revision validation error: %s is in phase \"%s\" and again in phase \"%s\": install a"
                                            + " bundle version that holds it once")
                                    .formatted(ref, other, phase.name()));
                }
                index++;
            }
        }
        return Optional.empty();
    }
}
