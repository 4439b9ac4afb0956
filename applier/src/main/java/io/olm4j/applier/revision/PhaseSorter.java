package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts objects into phases, and in a phase by group, version, kind, namespace and name. A phase with more objects than
 * the API permits is split into {@linkplain PhaseParts several}, which are rolled out as one.
 */
public final class PhaseSorter {

    private static final Comparator<ObjectNode> ORDER = Comparator.comparing(
            ObjectRef::of,
            Comparator.comparing(ObjectRef::group)
                    .thenComparing(ObjectRef::version)
                    .thenComparing(ObjectRef::kind)
                    .thenComparing(ObjectRef::namespace)
                    .thenComparing(ObjectRef::name));

    private PhaseSorter() {}

    /** The phases, in the order in which they are rolled out. */
    public static List<ObjectPhase> sort(List<ObjectNode> objects) {
        Map<PhaseName, List<ObjectNode>> byPhase = new EnumMap<>(PhaseName.class);
        for (ObjectNode object : objects) {
            byPhase.computeIfAbsent(PhaseName.of(ObjectRef.of(object)), name -> new ArrayList<>())
                    .add(object);
        }
        List<ObjectPhase> phases = new ArrayList<>();
        byPhase.forEach((name, content) -> {
            content.sort(ORDER);
            for (int from = 0; from < content.size(); from += PhaseParts.MAX_OBJECTS) {
                int to = Math.min(from + PhaseParts.MAX_OBJECTS, content.size());
                phases.add(new ObjectPhase(
                        PhaseParts.name(name.text(), from / PhaseParts.MAX_OBJECTS + 1), content.subList(from, to)));
            }
        });
        return phases;
    }
}
