package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.PhaseDigests;
import io.olm4j.applier.content.RecentContents;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.engine.Revision;
import io.olm4j.applier.engine.Revision.Sibling;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.engine.RolloutResult;
import io.olm4j.applier.engine.TeardownResult;
import io.olm4j.applier.revision.Revisions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Rolls a set out, or takes it down, and says in one word how that went. */
final class SetRollout {

    private final ContentReader contents;
    private final RecentContents recent;
    private final SetIdentity identities;
    private final ServiceAccountClients accounts;
    private final RevisionEngine engine;
    private final Revisions revisions;

    SetRollout(
            ContentReader contents,
            SetIdentity identities,
            ServiceAccountClients accounts,
            RevisionEngine engine,
            Revisions revisions) {
        this.contents = contents;
        this.recent = new RecentContents(contents);
        this.identities = identities;
        this.accounts = accounts;
        this.engine = engine;
        this.revisions = revisions;
    }

    /**
     * How a pass ended.
     *
     * @param observed the digests of the content; empty if it was not read
     */
    record Pass(SetOutcome outcome, List<ObservedPhase> observed) {

        static Pass of(SetOutcome outcome) {
            return new Pass(outcome, List.of());
        }
    }

    /**
     * Rolls a set out.
     *
     * @param siblings the other sets of the same owner, in any state
     * @param firstRead is given the digests of the content when they are not on record yet, before anything of it is applied
     */
    Pass rollOut(ClusterObjectSet set, List<ClusterObjectSet> siblings, Consumer<List<ObservedPhase>> firstRead) {
        return switch (recent.read(set)) {
            case Content.NotImmutable blocked -> Pass.of(new SetOutcome.Blocked(blocked.message()));
            case Content.Unreadable(String message) -> Pass.of(new SetOutcome.Retrying(message));
            case Content.Unknown(String message) -> Pass.of(new SetOutcome.Retrying(message));
            case Content.Resolved(List<ResolvedPhase> phases, boolean secretsOwned) -> {
                List<ObservedPhase> observed = PhaseDigests.of(phases);
                if (recorded(set).isEmpty()) {
                    firstRead.accept(observed);
                }
                Optional<String> change = changed(set, phases);
                SetOutcome outcome = change.<SetOutcome>map(SetOutcome.Blocked::new)
                        .or(() -> secretsOwned ? Optional.empty() : ownSecrets(set))
                        .orElseGet(() -> apply(set, phases, siblings));
                if (outcome instanceof SetOutcome.RolledOut) {
                    recent.forget(set.getMetadata().getUid());
                }
                yield new Pass(outcome, observed);
            }
        };
    }

    /** Heals a crash between the creation of the set and the last step of creating a revision. */
    private Optional<SetOutcome> ownSecrets(ClusterObjectSet set) {
        try {
            revisions.ensureSecretOwner(set);
            return Optional.empty();
        } catch (KubernetesClientException e) {
            return Optional.of(new SetOutcome.Retrying("ensuring ownerReferences on ref Secrets: " + e.getMessage()));
        }
    }

    private static Optional<String> changed(ClusterObjectSet set, List<ResolvedPhase> phases) {
        return recorded(set).isEmpty() ? Optional.empty() : PhaseDigests.change(recorded(set), phases);
    }

    private static List<ObservedPhase> recorded(ClusterObjectSet set) {
        return set.getStatus() == null ? List.of() : set.getStatus().observedPhases();
    }

    private SetOutcome apply(ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> siblings) {
        return switch (identities.of(set)) {
            case AccountLookup.Missing(String message) -> new SetOutcome.Refused(message);
            case AccountLookup.Unknown(String message) -> new SetOutcome.Retrying(message);
            case AccountLookup.Found(ActingIdentity identity) ->
                switch (engine.rollOut(revision(set, phases, live(siblings)), identity)) {
                    case RolloutResult.Complete() ->
                        hasSucceeded(set) ? archiveOlder(set, siblings) : new SetOutcome.RolledOut();
                    case RolloutResult.Incomplete(String phase, String message) -> new SetOutcome.RollingOut(message);
                    case RolloutResult.Collisions collisions -> new SetOutcome.Obstructed(collisions.message());
                    case RolloutResult.Invalid(String message) -> new SetOutcome.Obstructed(message);
                    case RolloutResult.Refused(String message) -> new SetOutcome.Refused(message);
                    case RolloutResult.Failed(String message) -> new SetOutcome.Retrying(message);
                    case RolloutResult.Unauthenticated(String message) -> {
                        identity.account().ifPresent(accounts::forget);
                        yield new SetOutcome.Retrying(message);
                    }
                };
        };
    }

    /**
     * Whether the API server knows that the set has rolled out. Older revisions are archived only then: otherwise there would
     * be a moment in which nothing is installed.
     */
    static boolean hasSucceeded(ClusterObjectSet set) {
        return set.getStatus() != null
                && Conditions.find(set.getStatus().conditions(), ConditionTypes.SUCCEEDED)
                        .filter(Condition::isTrue)
                        .isPresent();
    }

    private SetOutcome archiveOlder(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        try {
            live(siblings).stream()
                    .filter(sibling ->
                            sibling.getSpec().revision() < set.getSpec().revision())
                    .forEach(revisions::archive);
            return new SetOutcome.RolledOut();
        } catch (KubernetesClientException e) {
            return new SetOutcome.Retrying("archiving previous revisions: " + e.getMessage());
        }
    }

    /** Takes an archived set down. */
    Pass archive(ClusterObjectSet set) {
        recent.forget(set.getMetadata().getUid());
        return switch (contents.read(set)) {
            case Content.Unknown(String message) -> archiveFailed(message);
            case Content.Unreadable(String message) -> archiveFailed(message);
            case Content.NotImmutable blocked -> Pass.of(new SetOutcome.Blocked(blocked.message()));
            case Content.Resolved(List<ResolvedPhase> phases, boolean _) ->
                switch (identities.of(set)) {
                    case AccountLookup.Missing(String message) -> Pass.of(new SetOutcome.Refused(message));
                    case AccountLookup.Unknown(String message) -> archiveFailed(message);
                    case AccountLookup.Found(ActingIdentity identity) ->
                        switch (engine.tearDown(revision(set, phases, List.of()), identity)) {
                            case TeardownResult.Complete() -> Pass.of(new SetOutcome.Archived());
                            case TeardownResult.InProgress _ ->
                                Pass.of(new SetOutcome.Archiving(
                                        "removing revision resources that are not owned by another revision"));
                            case TeardownResult.Refused(String message) -> Pass.of(new SetOutcome.Refused(message));
                            case TeardownResult.Failed(String message) -> archiveFailed(message);
                            case TeardownResult.Unauthenticated(String message) -> {
                                identity.account().ifPresent(accounts::forget);
                                yield archiveFailed(message);
                            }
                        };
                };
        };
    }

    private static Pass archiveFailed(String message) {
        return Pass.of(new SetOutcome.Retrying("error archiving revision: " + message));
    }

    /** What is left to do for a set that is being deleted. */
    sealed interface Removal {

        /** Nothing; if something is left, the message says why: the garbage collector finds it by its owner references. */
        record Done(Optional<String> left) implements Removal {}

        /** Objects are being deleted, and the watches tell when they are gone. */
        record Waiting(String message) implements Removal {}

        /** Something went wrong that may go right the next time. */
        record Failed(String message) implements Removal {}
    }

    /** Takes a set down that is being deleted; {@code siblings} are the other sets of the same owner, in any state. */
    Removal remove(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        recent.forget(set.getMetadata().getUid());
        if (set.getMetadata().getFinalizers().contains(Finalizers.ORPHAN)) {
            return orphan(set);
        }
        List<ClusterObjectSet> leaving =
                siblings.stream().filter(ClusterObjectSet::isMarkedForDeletion).toList();
        return switch (contents.read(set)) {
            case Content.Unknown(String message) -> new Removal.Failed(message);
            case Content.Unreadable(String message) -> done(set, message);
            case Content.NotImmutable blocked -> done(set, blocked.message());
            case Content.Resolved(List<ResolvedPhase> phases, boolean _) ->
                switch (identities.of(set)) {
                    case AccountLookup.Missing(String message) -> done(set, message);
                    case AccountLookup.Unknown(String message) -> new Removal.Failed(message);
                    case AccountLookup.Found(ActingIdentity identity) ->
                        switch (engine.tearDown(revision(set, phases, leaving), identity)) {
                            case TeardownResult.Complete() -> new Removal.Done(Optional.empty());
                            case TeardownResult.InProgress(String message) -> new Removal.Waiting(message);
                            case TeardownResult.Refused(String message) -> done(set, message);
                            case TeardownResult.Failed(String message) -> new Removal.Failed(message);
                            case TeardownResult.Unauthenticated(String message) -> {
                                identity.account().ifPresent(accounts::forget);
                                yield new Removal.Failed(message);
                            }
                        };
                };
        };
    }

    private Removal orphan(ClusterObjectSet set) {
        Removal done = new Removal.Done(Optional.of("its objects are orphaned, as the deletion asked for"));
        Removal removal = switch (contents.read(set)) {
            case Content.Unknown(String message) -> new Removal.Failed(message);
            case Content.Unreadable _, Content.NotImmutable _ -> done;
            case Content.Resolved(List<ResolvedPhase> phases, boolean _) ->
                switch (identities.of(set)) {
                    case AccountLookup.Missing _ -> done;
                    case AccountLookup.Unknown(String message) -> new Removal.Failed(message);
                    case AccountLookup.Found(ActingIdentity identity) ->
                        engine.orphan(revision(set, phases, List.of()), identity)
                                .<Removal>map(Removal.Failed::new)
                                .orElse(done);
                };
        };
        if (removal instanceof Removal.Done) {
            engine.forget(set.getMetadata().getName(), set.getMetadata().getUid());
        }
        return removal;
    }

    private Removal done(ClusterObjectSet set, String why) {
        engine.forget(set.getMetadata().getName(), set.getMetadata().getUid());
        return new Removal.Done(Optional.of(why));
    }

    private static Revision revision(
            ClusterObjectSet set, List<ResolvedPhase> phases, List<ClusterObjectSet> siblings) {
        return new Revision(
                set.getMetadata().getName(),
                set.getMetadata().getUid(),
                set.getSpec().revision(),
                ownerName(set),
                phases,
                set.getSpec().progressionProbes(),
                hasSucceeded(set),
                siblings.stream()
                        .map(sibling -> new Sibling(
                                sibling.getMetadata().getName(),
                                sibling.getMetadata().getUid(),
                                sibling.getSpec().revision()))
                        .toList());
    }

    /** The value of the owner-name label; empty where there is none. */
    static String ownerName(ClusterObjectSet set) {
        Map<String, String> labels = set.getMetadata().getLabels();
        return labels == null ? "" : labels.getOrDefault(Labels.OWNER_NAME, "");
    }

    /** The account as which a set is written; none if that is the controller, or nobody. */
    Optional<ServiceAccountRef> account(ClusterObjectSet set) {
        return identities.account(set);
    }

    private static List<ClusterObjectSet> live(List<ClusterObjectSet> siblings) {
        return siblings.stream()
                .filter(set -> set.getSpec().lifecycleState() == LifecycleState.ACTIVE && !set.isMarkedForDeletion())
                .toList();
    }
}
