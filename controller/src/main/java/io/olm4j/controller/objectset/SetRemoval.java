package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.PackedSecrets;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.engine.TeardownResult;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.controller.deletion.DeletionPolicies;
import java.util.List;

/**
 * Tears down a set that is being deleted, in order and as its account. If the account or its rights are gone, the
 * teardown account does it. If the content is lost, the objects that the set controls on the cluster are deleted.
 */
final class SetRemoval {

    private final SetPreparer preparer;
    private final SetIdentity identities;
    private final RevisionEngine engine;
    private final Revisions revisions;
    private final DeletionPolicies policies;

    SetRemoval(
            SetPreparer preparer,
            SetIdentity identities,
            RevisionEngine engine,
            Revisions revisions,
            DeletionPolicies policies) {
        this.preparer = preparer;
        this.identities = identities;
        this.engine = engine;
        this.revisions = revisions;
        this.policies = policies;
    }

    /** The state of a removal. */
    sealed interface Removal {

        /** The removal is complete. */
        record Done() implements Removal {}

        /** Objects are being deleted, and watches report when they are gone. */
        record Waiting(String message) implements Removal {}

        /** Something failed; a retry may succeed. */
        record Failed(String message) implements Removal {}
    }

    /** Continues the removal; {@code siblings} are the other revisions of the same extension, in any state. */
    Removal remove(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        List<ClusterObjectSet> leaving =
                siblings.stream().filter(ClusterObjectSet::isMarkedForDeletion).toList();
        Removal removal;
        try {
            boolean orphaning = revisions.isOrphaning(set);
            removal = isEmpty(set) ? new Removal.Done() : orphaning ? orphan(set) : takeDown(set, leaving);
            if (removal instanceof Removal.Done) {
                engine.forget(set.getMetadata().getName(), set.getMetadata().getUid());
                // Last, so that the Secrets exist as long as they are needed.
                revisions.finish(set, orphaning);
            }
        } catch (ApiException e) {
            removal = new Removal.Failed(e.text());
        } catch (KubernetesClientException e) {
            removal = new Removal.Failed("the Secrets of the revision: " + e.getMessage());
        }
        return removal;
    }

    /**
     * Whether the set has no objects any more, or never had any: unless it names its objects by their digests, nothing
     * is applied before they are recorded.
     */
    private static boolean isEmpty(ClusterObjectSet set) {
        return set.hasBeenTakenDown() || (SetRevision.recorded(set).isEmpty() && !PackedSecrets.areNamedByDigest(set));
    }

    private Removal takeDown(ClusterObjectSet set, List<ClusterObjectSet> leaving) {
        return switch (preparer.repeatedly(set)) {
            case SetPreparation.Ready(var identity, var phases, var _, boolean _) ->
                SetRevision.change(set, phases).isEmpty()
                        ? as(identity, set, phases, leaving)
                        : withoutContent(identity, set, leaving);
            case SetPreparation.Blocked(var identity, String _) -> withoutContent(identity, set, leaving);
            case SetPreparation.Unreadable(var identity, String _) -> withoutContent(identity, set, leaving);
            case SetPreparation.Refused(String why) ->
                asTeardownAccount(why, teardown -> last(set, SetRevision.of(set, known(set), leaving), teardown));
            case SetPreparation.Unknown(String message) -> new Removal.Failed(message);
        };
    }

    private Removal withoutContent(ActingIdentity identity, ClusterObjectSet set, List<ClusterObjectSet> leaving) {
        return as(identity, set, controlled(set), leaving);
    }

    /**
     * The content, if it can be read without the rights of the account; otherwise the objects that the set controls.
     */
    private List<ResolvedPhase> known(ClusterObjectSet set) {
        return preparer.own(set)
                .filter(phases -> SetRevision.change(set, phases).isEmpty())
                .orElseGet(() -> controlled(set));
    }

    private List<ResolvedPhase> controlled(ClusterObjectSet set) {
        return engine.controlledBy(SetRevision.of(set, List.of(), List.of()));
    }

    private Removal as(
            ActingIdentity identity, ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> leaving) {
        Revision revision = SetRevision.of(set, phases, leaving);
        return switch (engine.tearDown(revision, identity, () -> policies.whenRemoved(set))) {
            case TeardownResult.Refused(String why) ->
                asTeardownAccount(why, teardown -> last(set, revision, teardown));
            case TeardownResult other -> removal(other, identity);
        };
    }

    private Removal last(ClusterObjectSet set, Revision revision, ActingIdentity teardown) {
        return removal(engine.tearDown(revision, teardown, () -> policies.whenRemoved(set)), teardown);
    }

    private Removal removal(TeardownResult result, ActingIdentity identity) {
        return switch (result) {
            case TeardownResult.Complete() -> new Removal.Done();
            case TeardownResult.InProgress(String message) -> new Removal.Waiting(message);
            case TeardownResult.Refused(String message) -> new Removal.Failed(message);
            case TeardownResult.Failed(String message) -> new Removal.Failed(message);
            case TeardownResult.Unauthenticated(String message) -> {
                identities.forget(identity);
                yield new Removal.Failed(message);
            }
        };
    }

    private interface Teardown {
        Removal as(ActingIdentity identity);
    }

    private Removal asTeardownAccount(String why, Teardown teardown) {
        return switch (identities.forTeardown()) {
            case AccountLookup.Found(ActingIdentity identity) -> teardown.as(identity);
            case AccountLookup.Missing(String message) -> new Removal.Failed(why + "; and " + message);
            case AccountLookup.Unknown(String message) -> new Removal.Failed(message);
        };
    }

    private Removal orphan(ClusterObjectSet set) {
        return switch (preparer.once(set)) {
            case SetPreparation.Unknown(String message) -> new Removal.Failed(message);
            // The marks of a deleted set mean nothing.
            case SetPreparation.Blocked _, SetPreparation.Unreadable _, SetPreparation.Refused _ -> new Removal.Done();
            case SetPreparation.Ready(var identity, var phases, var _, boolean _) ->
                engine.orphan(SetRevision.of(set, phases, List.of()), identity)
                        .<Removal>map(Removal.Failed::new)
                        .orElseGet(Removal.Done::new);
        };
    }
}
