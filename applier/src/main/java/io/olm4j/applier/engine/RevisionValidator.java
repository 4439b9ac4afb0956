package io.olm4j.applier.engine;

import io.olm4j.api.ObjectRef;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Finds what makes a revision impossible to apply whatever the cluster is like. */
final class RevisionValidator {

    private RevisionValidator() {}

    /** The first problem, in one sentence. */
    static Optional<String> problem(Revision revision) {
        record Identity(String group, String kind, String namespace, String name) {}

        Map<Identity, String> phaseOf = new HashMap<>();
        for (int i = 0; i < revision.phases().size(); i++) {
            ResolvedPhase phase = revision.phases().get(i);
            int index = 0;
            for (ResolvedObject object : phase.objects()) {
                ObjectRef ref = object.ref();
                if (ref.version().isEmpty()
                        || ref.kind().isEmpty()
                        || ref.name().isEmpty()) {
                    return Optional.of("phase %d validation error: object %d lacks apiVersion, kind or metadata.name"
                            .formatted(i, index));
                }
                String other =
                        phaseOf.put(new Identity(ref.group(), ref.kind(), ref.namespace(), ref.name()), phase.name());
                if (other != null) {
                    return Optional.of("revision validation error: %s is in phase \"%s\" and again in phase \"%s\""
                            .formatted(ref, other, phase.name()));
                }
                index++;
            }
        }
        return Optional.empty();
    }
}
