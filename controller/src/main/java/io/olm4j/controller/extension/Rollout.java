package io.olm4j.controller.extension;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight.Result;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.RevisionDecision;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.upgradeedges.Resolution.Resolved;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the newest revision of an extension hold the bundle that was chosen. What was found in place once is not fetched,
 * rendered and compared again until what goes into it changes.
 */
final class Rollout {

    private static final Logger LOG = LoggerFactory.getLogger(Rollout.class);

    private final BundleContents contents;
    private final CrdUpgradeGate crdUpgrades;
    private final RevisionDecider decider;
    private final Revisions revisions;
    private final Map<String, InPlace> inPlace = new ConcurrentHashMap<>();

    Rollout(BundleContents contents, CrdUpgradeGate crdUpgrades, RevisionDecider decider, Revisions revisions) {
        this.contents = contents;
        this.crdUpgrades = crdUpgrades;
        this.decider = decider;
        this.revisions = revisions;
    }

    /** What the content of a revision depends on, and the revision that was found to have it. */
    private record InPlace(
            DesiredExtension desired, String image, Optional<ServiceAccountRef> account, String revision) {}

    /**
     * Rolls out.
     *
     * @param account with whose rights; empty means the controller's own
     * @param existing the revisions as the cache has them
     * @param onWrite told each revision that was written, so that the cache has it before the event comes
     */
    Outcome rollOut(
            DesiredExtension desired,
            Resolved resolved,
            Optional<ServiceAccountRef> account,
            Collection<ClusterObjectSet> existing,
            Consumer<ClusterObjectSet> onWrite) {
        RevisionStates states = RevisionStates.of(existing);
        String image = resolved.bundle().image();
        if (isInPlace(desired, image, account, states)) {
            return new Outcome.RevisionInPlace();
        }
        return switch (contents.load(desired, account, image)) {
            case BundleContent.Unavailable _ when isInstalled(resolved, states) -> new Outcome.RevisionInPlace();
            case BundleContent.Unavailable(String message) -> new Outcome.Retrying(prefix(resolved) + message);
            case BundleContent.Unusable(String reason, String message) ->
                new Outcome.Blocked(reason, prefix(resolved) + message);
            case BundleContent.Objects objects -> place(desired, resolved, account, objects, existing, onWrite);
        };
    }

    /** Forgets an extension that is gone. */
    void forget(String name, String uid) {
        inPlace.remove(uid);
        crdUpgrades.forget(name);
    }

    private boolean isInPlace(
            DesiredExtension desired, String image, Optional<ServiceAccountRef> account, RevisionStates states) {
        InPlace known = inPlace.get(desired.uid());
        return known != null
                && states.newest().isPresent()
                && known.equals(new InPlace(
                        desired, image, account, states.newest().get().name()));
    }

    private static boolean isInstalled(Resolved resolved, RevisionStates states) {
        return states.newest().equals(states.installed())
                && states.installed()
                        .filter(installed ->
                                installed.bundleName().equals(resolved.bundle().name())
                                        && installed
                                                .bundleVersion()
                                                .equals(resolved.version().text()))
                        .isPresent();
    }

    private Outcome place(
            DesiredExtension desired,
            Resolved resolved,
            Optional<ServiceAccountRef> account,
            BundleContent.Objects content,
            Collection<ClusterObjectSet> existing,
            Consumer<ClusterObjectSet> onWrite) {
        var identity = new RevisionIdentity(
                desired.name(),
                desired.uid(),
                desired.catalog().packageName(),
                resolved.bundle().name(),
                resolved.version().text(),
                resolved.bundle().image(),
                content.olmProperties(),
                account,
                desired.progressDeadline().map(deadline -> (int) deadline.toMinutes()));
        try {
            return switch (decider.decide(identity, content.objects(), List.copyOf(existing))) {
                case RevisionDecision.Keep(var set) -> inPlace(desired, resolved, account, set);
                case RevisionDecision.Amend(var set, var wanted) -> {
                    ClusterObjectSet amended = revisions.amend(set, wanted);
                    onWrite.accept(amended);
                    yield inPlace(desired, resolved, account, amended);
                }
                case RevisionDecision.Create(var plan) ->
                    switch (crdUpgrades.check(desired, content.objects())) {
                        case Result.Unsafe(String message) ->
                            new Outcome.Blocked(Reasons.BLOCKED, prefix(resolved) + message);
                        case Result.Unknown(String message) -> new Outcome.Retrying(prefix(resolved) + message);
                        case Result.Safe() ->
                            inPlace(desired, resolved, account, create(desired, resolved, plan, existing, onWrite));
                    };
                case RevisionDecision.Impossible(String message) ->
                    new Outcome.Blocked(Reasons.BLOCKED, prefix(resolved) + message);
            };
        } catch (KubernetesClientException e) {
            return new Outcome.Retrying(prefix(resolved) + "creating new Revision: " + answer(e));
        }
    }

    private ClusterObjectSet create(
            DesiredExtension desired,
            Resolved resolved,
            RevisionPlan plan,
            Collection<ClusterObjectSet> existing,
            Consumer<ClusterObjectSet> onWrite) {
        ClusterObjectSet created = revisions.create(plan);
        onWrite.accept(created);
        revisions.collectGarbage(List.copyOf(existing));
        LOG.info(
                "extension {}: revision {} holds bundle {}",
                desired.name(),
                created.getMetadata().getName(),
                resolved.bundle().name());
        return created;
    }

    private Outcome inPlace(
            DesiredExtension desired, Resolved resolved, Optional<ServiceAccountRef> account, ClusterObjectSet set) {
        inPlace.put(
                desired.uid(),
                new InPlace(
                        desired,
                        resolved.bundle().image(),
                        account,
                        set.getMetadata().getName()));
        return new Outcome.RevisionInPlace();
    }

    /** What the API server said, without how the client asked. */
    private static String answer(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getMessage)
                .orElseGet(() -> String.valueOf(e.getMessage()));
    }

    private static String prefix(Resolved resolved) {
        return "error for resolved bundle \"%s\" with version \"%s\": "
                .formatted(resolved.bundle().name(), resolved.version().text());
    }
}
