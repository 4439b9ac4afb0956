package io.olm4j.controller.objectset;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.AccountLookup;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.engine.ControlledContent;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.engine.TeardownPolicy;
import io.olm4j.applier.engine.TeardownResult;
import io.olm4j.applier.object.Revision;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Deletes the objects that a set controls, in order and as its account, when the set is archived or deleted. If the
 * account or its rights are gone, the teardown account deletes them. If the content is lost or has changed, the objects
 * that the set controls are searched on the cluster. An error of the API server leads to neither, but to a retry.
 */
final class SetTeardown {

    private final SetPreparer preparer;
    private final SetIdentity identities;
    private final RevisionEngine engine;

    /** What the last search found for a set, by the UID of the set, while objects of it are being deleted. */
    private final Map<String, ControlledContent> found = new ConcurrentHashMap<>();

    SetTeardown(SetPreparer preparer, SetIdentity identities, RevisionEngine engine) {
        this.preparer = preparer;
        this.identities = identities;
        this.engine = engine;
    }

    /** The state of a teardown. */
    sealed interface Progress {

        /** The set controls no more objects. */
        record Done() implements Progress {}

        /** Objects are being deleted, and watches report when they are gone. */
        record Waiting(String message) implements Progress {}

        /** Something failed; a retry may succeed. */
        record Failed(String message) implements Progress {}
    }

    /** A set to take down; the components are the parameters of {@link #takeDown}. */
    private record Task(ClusterObjectSet set, List<ClusterObjectSet> siblings, Supplier<TeardownPolicy> policy) {

        Revision revision(List<ResolvedPhase> phases) {
            return SetRevision.leaving(set, phases, siblings);
        }

        /** Whether content that was read is that of the set, and not other content in its place. */
        boolean has(List<ResolvedPhase> phases) {
            return SetRevision.change(set, phases).isEmpty();
        }
    }

    /**
     * Continues a teardown.
     *
     * @param siblings the other revisions of the same extension, in any state; if they are being deleted at the same
     *     time, the teardown waits for the definitions that they delete
     * @param policy asked for each definition and each Namespace that would be deleted
     */
    Progress takeDown(ClusterObjectSet set, List<ClusterObjectSet> siblings, Supplier<TeardownPolicy> policy) {
        try {
            return takeDown(new Task(set, siblings, policy));
        } catch (ApiException e) {
            return new Progress.Failed(e.text());
        }
    }

    private Progress takeDown(Task task) {
        return switch (preparer.repeatedly(task.set())) {
            case SetPreparation.Ready(var identity, var phases, var _, boolean _)
            when task.has(phases) -> asAccount(identity, task, ControlledContent.of(phases));
            case SetPreparation.Ready ready -> asAccount(ready.identity(), task, controlled(task));
            case SetPreparation.Blocked(var identity, String _) -> asAccount(identity, task, controlled(task));
            case SetPreparation.Unreadable(var identity, String _) -> asAccount(identity, task, controlled(task));
            case SetPreparation.Refused(String why) -> withoutAccount(why, task);
            case SetPreparation.Unknown(String message) -> new Progress.Failed(message);
        };
    }

    private Progress asAccount(ActingIdentity identity, Task task, ControlledContent content) {
        return tearDown(identity, task, content, why -> asTeardownAccount(why, task, () -> content));
    }

    /**
     * Takes a set down by the content that can be read without the rights of its account, otherwise by the objects that
     * the set controls.
     */
    private Progress withoutAccount(String why, Task task) {
        return switch (preparer.own(task.set())) {
            case Content.Unknown(String message) -> new Progress.Failed(message);
            case Content.Resolved(var phases, var _, boolean _)
            when task.has(phases) -> asTeardownAccount(why, task, () -> ControlledContent.of(phases));
            case Content.Resolved _,
                    Content.Forbidden _,
                    Content.NotImmutable _,
                    Content.Invalid _,
                    Content.Unreadable _ -> asTeardownAccount(why, task, () -> controlled(task));
        };
    }

    /**
     * Takes a set down as the teardown account. If that is refused too, the set waits until either account gets the
     * right. A retry detects this. For an archived set, an event about its own account starts the retry at once.
     */
    private Progress asTeardownAccount(String why, Task task, Supplier<ControlledContent> content) {
        return switch (identities.forTeardown()) {
            case AccountLookup.Found(ActingIdentity identity) ->
                tearDown(identity, task, content.get(), message -> new Progress.Failed(why + "; and " + message));
            case AccountLookup.Missing(String message) -> new Progress.Failed(why + "; and " + message);
            case AccountLookup.Unknown(String message) -> new Progress.Failed(message);
        };
    }

    /** @param refused what follows if the identity may not delete an object, with the reason */
    private Progress tearDown(
            ActingIdentity identity, Task task, ControlledContent content, Function<String, Progress> refused) {
        return switch (engine.tearDown(task.revision(content.phases()), identity, task.policy())) {
            case TeardownResult.Complete() -> {
                forget(task.set());
                yield content.gap().<Progress>map(Progress.Failed::new).orElseGet(Progress.Done::new);
            }
            case TeardownResult.InProgress(String message) -> new Progress.Waiting(message);
            case TeardownResult.Refused(String message) -> refused.apply(message);
            case TeardownResult.Failed(String message) -> new Progress.Failed(message);
            case TeardownResult.Unauthenticated(String message) -> {
                identities.forget(identity);
                yield new Progress.Failed(message);
            }
        };
    }

    /**
     * The objects of a set whose content is lost. A set without recorded content can have objects only if it belongs to
     * an extension: the controller applies unrecorded content only from Secrets that it made for an extension. For any
     * other set nothing is searched, because a user could cause a search with each set.
     */
    private ControlledContent controlled(Task task) {
        preparer.release(task.set()); // The search can take minutes, and others wait for the memory.
        if (SetRevision.recorded(task.set()).isEmpty()
                && RevisionOwner.of(task.set()).isEmpty()) {
            return ControlledContent.of(List.of());
        }
        String uid = task.set().getMetadata().getUid();
        ControlledContent known = found.get(uid);
        if (known != null) {
            return known;
        }
        ControlledContent content = engine.controlledBy(task.revision(List.of()));
        if (content.gap().isEmpty()) {
            // An archived or deleted set gets no more objects.
            found.put(uid, content);
        }
        return content;
    }

    /** Forgets what was found for a set. */
    void forget(ClusterObjectSet set) {
        found.remove(set.getMetadata().getUid());
    }
}
