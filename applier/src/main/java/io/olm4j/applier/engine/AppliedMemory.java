package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.json.CanonicalJson;
import io.olm4j.applier.json.Sha256;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers what is not to be written over and over: objects that still look different after they were applied, as when a
 * webhook changes them, are applied only once for every change of what is wanted or of what is live; objects that were taken
 * over from others are taken over only once.
 */
final class AppliedMemory {

    private final Map<String, Map<ObjectRef, String>> states = new ConcurrentHashMap<>();
    private final Map<String, Set<ObjectRef>> takenOver = new ConcurrentHashMap<>();

    void applied(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        states.computeIfAbsent(revision, r -> new ConcurrentHashMap<>()).put(ref, state(wanted, live));
    }

    /** Whether exactly this was applied, and exactly this came of it. */
    boolean isKnown(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        String known = states.getOrDefault(revision, Map.of()).get(ref);
        return known != null && known.equals(state(wanted, live));
    }

    /** A revision made itself the controller of an object that somebody else controlled. */
    void tookOver(String revision, ObjectRef ref) {
        takenOver.computeIfAbsent(revision, r -> ConcurrentHashMap.newKeySet()).add(ref);
    }

    boolean wasTakenOver(String revision, ObjectRef ref) {
        return takenOver.getOrDefault(revision, Set.of()).contains(ref);
    }

    void forget(String revision) {
        states.remove(revision);
        takenOver.remove(revision);
    }

    private static String state(ObjectNode wanted, ObjectNode live) {
        ObjectNode compared = live.deepCopy();
        compared.remove("status");
        if (compared.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "managedFields", "generation"));
        }
        return digest(wanted) + digest(compared);
    }

    private static String digest(ObjectNode object) {
        return HexFormat.of().formatHex(Sha256.of(CanonicalJson.bytes(object)));
    }
}
