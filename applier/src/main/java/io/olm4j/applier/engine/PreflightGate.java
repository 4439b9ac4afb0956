package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.PlannedObject;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.object.Revision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Lets a revision write only after its identity has passed the permission preflight. The preflight runs once for a
 * revision and an identity, and again when roles or bindings of the identity change.
 */
final class PreflightGate {

    private final PermissionPreflight preflight;
    private final Map<String, Check> checks = new ConcurrentHashMap<>();

    /** The last check of a revision; a check that is forgotten while it runs does not count. */
    private static final class Check {

        private final ServiceAccountRef account;
        private final String generation;
        private volatile boolean passed;

        Check(ServiceAccountRef account, String generation) {
            this.account = account;
            this.generation = generation;
        }

        boolean covers(ServiceAccountRef other, String itsGeneration) {
            return passed && account.equals(other) && generation.equals(itsGeneration);
        }
    }

    PreflightGate(PermissionPreflight preflight) {
        this.preflight = preflight;
    }

    /** The reason why the revision may not write now; empty if it may. */
    Optional<RolloutResult> obstacle(
            Revision revision,
            ActingIdentity identity,
            List<PlannedObject> objects,
            Function<ObjectRef, Optional<ObjectNode>> live) {
        return switch (identity.identity()) {
            case Identity.Controller() -> Optional.empty();
            case Identity.Account(ServiceAccountRef account) -> obstacle(revision, account, identity, objects, live);
        };
    }

    private Optional<RolloutResult> obstacle(
            Revision revision,
            ServiceAccountRef account,
            ActingIdentity identity,
            List<PlannedObject> objects,
            Function<ObjectRef, Optional<ObjectNode>> live) {
        String generation = identity.generation();
        Check known = checks.get(revision.uid());
        if (known != null && known.covers(account, generation)) {
            return Optional.empty();
        }
        Check check = new Check(account, generation);
        checks.put(revision.uid(), check);
        return switch (preflight.check(account, identity.client(), objects, live)) {
            case PermissionPreflight.Result.Allowed() -> {
                check.passed = true;
                yield Optional.empty();
            }
            case PermissionPreflight.Result.Missing(String message) -> Optional.of(new RolloutResult.Refused(message));
            case PermissionPreflight.Result.Unknown(String message) -> Optional.of(new RolloutResult.Failed(message));
        };
    }

    /** Forgets the checks of the accounts whose roles or bindings changed. */
    void accessChanged(Predicate<ServiceAccountRef> concerned) {
        checks.values().removeIf(check -> concerned.test(check.account));
    }

    void forget(String revision) {
        checks.remove(revision);
    }
}
