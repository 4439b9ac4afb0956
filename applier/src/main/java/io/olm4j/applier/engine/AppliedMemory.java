package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.json.CanonicalJson;
import io.olm4j.applier.json.Sha256;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers objects that still look different after they were applied, as when a webhook changes them, so that they are not
 * applied over and over: only once for every change of what is wanted or of what is live.
 */
final class AppliedMemory {

    private final Map<String, Map<ObjectRef, String>> states = new ConcurrentHashMap<>();

    void applied(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        states.computeIfAbsent(revision, r -> new ConcurrentHashMap<>()).put(ref, state(wanted, live));
    }

    /** Whether exactly this was applied, and exactly this came of it. */
    boolean isKnown(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        String known = states.getOrDefault(revision, Map.of()).get(ref);
        return known != null && known.equals(state(wanted, live));
    }

    void forget(String revision) {
        states.remove(revision);
    }

    private static String state(ObjectNode wanted, ObjectNode live) {
        ObjectNode compared = live.deepCopy();
        compared.remove("status");
        if (compared.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(java.util.List.of("resourceVersion", "managedFields", "generation"));
        }
        return digest(wanted) + digest(compared);
    }

    private static String digest(ObjectNode object) {
        return HexFormat.of().formatHex(Sha256.of(CanonicalJson.bytes(object)));
    }
}
