package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.json.Sha256;
import io.olm4j.applier.object.ObjectOutcome.Failed;
import io.olm4j.codec.json.SortedJson;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers writes that must not be repeated. An object that still differs after an apply, for example because a
 * webhook changes it, is applied again only when the wanted or the live object changes. The same holds for an object
 * whose content the API server refuses, but such an object is also retried after some minutes. An object that was taken
 * over from another controller is taken over only once. It also remembers which revision controls an object:
 * another client may remove every mark of the revision from it.
 */
public final class AppliedMemory {

    /** How long a refusal counts. It may have another cause than the object, for example the schema of its kind. */
    private static final Duration REFUSED = Duration.ofMinutes(5);

    /**
     * How long the older revision leaves an object to the one whose change of it was refused: longer than the pause of
     * a quiet revision (ten minutes), so that the user may delete the object at any time.
     */
    private static final Duration LEFT = Duration.ofMinutes(15);

    /**
     * How long no refusal of a kind is remembered after its definition has changed: one of several API servers may
     * still have the former schema.
     */
    private static final Duration SETTLING = Duration.ofMinutes(1);

    private final InstantSource time;
    private final Map<GroupKind, Instant> changed = new ConcurrentHashMap<>();
    private final Map<String, Map<ObjectRef, String>> states = new ConcurrentHashMap<>();
    private final Map<String, Map<ObjectRef, Refusal>> refusals = new ConcurrentHashMap<>();
    private final Map<ObjectRef, Controlled> controlled = new ConcurrentHashMap<>();
    private final Map<String, Set<ObjectRef>> takenOver = new ConcurrentHashMap<>();

    /** The set that was seen last to control an object, and the object, both by UID. */
    private record Controlled(String revision, String object) {}

    /** @param existed whether the object existed, so that its change was refused, and not its creation */
    private record Refusal(String state, boolean existed, Failed failure, Instant at) {}

    private record GroupKind(String group, String kind) {}

    public AppliedMemory(InstantSource time) {
        this.time = time;
    }

    /** Records that the API server refused exactly this object because of its content. */
    void refused(String revision, ObjectRef ref, ObjectNode wanted, Optional<ObjectNode> live, Failed failure) {
        refusals.computeIfAbsent(revision, r -> new ConcurrentHashMap<>())
                .put(ref, new Refusal(state(wanted, live), live.isPresent(), failure, time.instant()));
    }

    /** The recent refusal of exactly this object; empty if there is none. */
    Optional<Failed> refusal(String revision, ObjectRef ref, ObjectNode wanted, Optional<ObjectNode> live) {
        return recent(revision, ref, REFUSED)
                .filter(refusal -> refusal.state().equals(state(wanted, live)))
                .map(Refusal::failure);
    }

    /**
     * Whether the API server recently refused to change an existing object into that of a revision. If it refuses the
     * creation too, a deletion of the object does not help the revision.
     */
    boolean isChangeRefused(String revision, ObjectRef ref) {
        return recent(revision, ref, LEFT).filter(Refusal::existed).isPresent();
    }

    private Optional<Refusal> recent(String revision, ObjectRef ref, Duration counts) {
        return Optional.ofNullable(refusals.getOrDefault(revision, Map.of()).get(ref))
                .filter(refusal -> time.instant().isBefore(refusal.at().plus(counts)))
                .filter(refusal -> Optional.ofNullable(changed.get(new GroupKind(ref.group(), ref.kind())))
                        .filter(change -> refusal.at().isBefore(change.plus(SETTLING)))
                        .isEmpty());
    }

    /** Records that the definition of a kind has changed, so that the API server may accept what it refused. */
    public void kindChanged(String group, String kind) {
        changed.put(new GroupKind(group, kind), time.instant());
    }

    void accepted(String revision, ObjectRef ref) {
        refusals.computeIfPresent(revision, (r, ofRevision) -> {
            ofRevision.remove(ref);
            return ofRevision;
        });
    }

    void applied(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        states.computeIfAbsent(revision, r -> new ConcurrentHashMap<>()).put(ref, state(wanted, live));
    }

    /** Records which revision controls an object. */
    void controls(String revision, ObjectRef ref, ObjectNode live) {
        controlled.put(ref, new Controlled(revision, new LiveObject(live).uid()));
    }

    /** Records that a revision does not control an object. What is known of another revision stays. */
    void controlsNoMore(String revision, ObjectRef ref) {
        controlled.computeIfPresent(ref, (_, last) -> last.revision().equals(revision) ? null : last);
    }

    /** Whether a revision was the last to control exactly this object, and not another one of the same name. */
    boolean controlled(String revision, ObjectRef ref, ObjectNode live) {
        String uid = new LiveObject(live).uid();
        return !uid.isEmpty() && new Controlled(revision, uid).equals(controlled.get(ref));
    }

    /** Whether exactly this wanted object was applied and resulted in exactly this live object. */
    boolean isKnown(String revision, ObjectRef ref, ObjectNode wanted, ObjectNode live) {
        String known = states.getOrDefault(revision, Map.of()).get(ref);
        return known != null && known.equals(state(wanted, live));
    }

    /** Records that a revision became the controller of an object that another owner controlled. */
    void tookOver(String revision, ObjectRef ref) {
        takenOver.computeIfAbsent(revision, r -> ConcurrentHashMap.newKeySet()).add(ref);
    }

    boolean wasTakenOver(String revision, ObjectRef ref) {
        return takenOver.getOrDefault(revision, Set.of()).contains(ref);
    }

    public void forget(String revision) {
        states.remove(revision);
        controlled.values().removeIf(last -> last.revision().equals(revision));
        takenOver.remove(revision);
        refusals.remove(revision);
    }

    private static String state(ObjectNode wanted, Optional<ObjectNode> live) {
        return live.map(there -> state(wanted, there)).orElseGet(() -> digest(wanted));
    }

    private static String state(ObjectNode wanted, ObjectNode live) {
        ObjectNode compared = live.deepCopy();
        compared.remove("status");
        if (CrdDeletions.isDefinition(ObjectRef.of(wanted))
                && live.at("/status/storedVersions") instanceof ArrayNode stored) {
            // The API server refuses a definition without a version that is stored.
            compared.set("storedVersions", stored);
        }
        if (compared.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of("resourceVersion", "managedFields", "generation"));
        }
        return digest(wanted) + digest(compared);
    }

    private static String digest(ObjectNode object) {
        return Sha256.hex(SortedJson.bytes(object));
    }
}
