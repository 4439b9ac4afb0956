package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts objects into phases: in a phase by group, version, kind, namespace, name. A phase of more objects than the API admits
 * becomes several of the same rank: {@code deploy}, {@code deploy-2}, ….
 */
final class PhaseSorter {

    /** {@code maxItems} of the objects of a phase. */
    static final int MAX_OBJECTS = 50;

    private static final Comparator<ObjectNode> ORDER = Comparator.comparing(
            ObjectRef::of,
            Comparator.comparing(ObjectRef::group)
                    .thenComparing(ObjectRef::version)
                    .thenComparing(ObjectRef::kind)
                    .thenComparing(ObjectRef::namespace)
                    .thenComparing(ObjectRef::name));

    private PhaseSorter() {}

    static List<ObjectPhase> sort(List<ObjectNode> objects) {
        Map<PhaseName, List<ObjectNode>> byPhase = new EnumMap<>(PhaseName.class);
        for (ObjectNode object : objects) {
            byPhase.computeIfAbsent(PhaseName.of(ObjectRef.of(object)), name -> new ArrayList<>())
                    .add(object);
        }
        List<ObjectPhase> phases = new ArrayList<>();
        byPhase.forEach((name, content) -> {
            content.sort(ORDER);
            for (int from = 0; from < content.size(); from += MAX_OBJECTS) {
                String text = from == 0 ? name.text() : name.text() + "-" + (from / MAX_OBJECTS + 1);
                phases.add(new ObjectPhase(text, content.subList(from, Math.min(from + MAX_OBJECTS, content.size()))));
            }
        });
        return phases;
    }
}
