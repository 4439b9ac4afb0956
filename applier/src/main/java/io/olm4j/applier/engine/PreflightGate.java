package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.PlannedObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Lets a revision write only after its identity passed the permission preflight: once for a revision and an identity, and again
 * when roles or bindings change.
 */
final class PreflightGate {

    private final PermissionPreflight preflight;
    private final AtomicLong accessEpoch = new AtomicLong();
    private final Map<String, Passed> passed = new ConcurrentHashMap<>();

    private record Passed(String identity, long epoch) {}

    PreflightGate(PermissionPreflight preflight) {
        this.preflight = preflight;
    }

    /** Why the revision may not write now; empty if it may. */
    Optional<RolloutResult> obstacle(
            Revision revision,
            ActingIdentity identity,
            List<PlannedObject> objects,
            Function<ObjectRef, Optional<ObjectNode>> live) {
        if (identity.account().isEmpty()) {
            return Optional.empty();
        }
        Passed now = new Passed(identity.account().get() + " " + identity.generation(), accessEpoch.get());
        if (now.equals(passed.get(revision.uid()))) {
            return Optional.empty();
        }
        return switch (preflight.check(identity.account().get(), objects, live)) {
            case PermissionPreflight.Result.Allowed() -> {
                passed.put(revision.uid(), now);
                yield Optional.empty();
            }
            case PermissionPreflight.Result.Missing(String message) -> Optional.of(new RolloutResult.Refused(message));
            case PermissionPreflight.Result.Unknown(String message) -> Optional.of(new RolloutResult.Failed(message));
        };
    }

    /** Roles or bindings changed somewhere. */
    void accessChanged() {
        accessEpoch.incrementAndGet();
    }

    void forget(String revision) {
        passed.remove(revision);
    }
}
