package io.olm4j.controller.extension.status;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.dependency.DependencyConditions;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.versionranges.ShortList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Computes the status of an extension that is being deleted: the time of the deletion, and what each remaining revision
 * waits for. Pure.
 */
public final class DeletionStatus {

    private static final int MAX_NAMED = 5;

    private static final String GOING = "the extension is being deleted";

    private static final String DELETED = "the revisions and their objects are deleted";

    /** A deletion that lasts longer is reported. */
    private static final Duration REPORTED = Duration.ofSeconds(5);

    private DeletionStatus() {}

    /**
     * How long the first report of a deletion must be put off; empty if it is due: a revision reports what it waits
     * for, or the deletion has lasted for five seconds. A deletion that begins in the future shows that the clocks of
     * the API server and of this process differ: it is reported at once.
     *
     * @param left the revisions that must be deleted first
     */
    public static Optional<Duration> pause(ClusterExtension extension, List<ClusterObjectSet> left, Instant now) {
        Duration lasts = Duration.between(Instant.parse(extension.getMetadata().getDeletionTimestamp()), now);
        boolean isDue =
                lasts.isNegative() || left.stream().anyMatch(set -> report(set).isPresent());
        return isDue ? Optional.empty() : Optional.of(REPORTED.minus(lasts)).filter(Duration::isPositive);
    }

    /**
     * The next status. While the deletion is held back and the revisions are not deleted yet, the installed one is
     * healed, and the status reports it as before.
     *
     * @param left the revisions that must be deleted first; those that are taken down already are named only if there
     *     are no others, or if they report what they wait for
     * @param refusal why their deletion is held back; empty if it is not
     * @param dependencies what other extensions lose
     */
    public static ClusterExtensionStatus of(
            ClusterExtension extension,
            ClusterExtensionStatus before,
            List<ClusterObjectSet> left,
            Optional<String> refusal,
            Finding dependencies,
            Instant now) {
        List<ClusterObjectSet> named = named(left);
        var conditions =
                new Conditions(before.conditions(), extension.getMetadata().getGeneration(), now);
        refusal.ifPresentOrElse(
                why -> conditions.set(ConditionTypes.PROGRESSING, Status.FALSE, Reasons.IN_USE, why),
                () -> setWait(
                        conditions,
                        extension,
                        named.stream().map(DeletionStatus::wait).collect(Collectors.joining("\n"))));
        DependencyConditions.setDeleting(conditions, dependencies);
        Optional<RevisionStates> running = refusal.map(_ -> RevisionStates.of(left, RecordedBundle.of(before)))
                .filter(states -> states.installed().isPresent());
        if (running.isPresent()) {
            return ExtensionStatus.ofInstalled(conditions, running.get());
        }
        for (String type : List.of(ConditionTypes.INSTALLED, ConditionTypes.AVAILABLE)) {
            if (conditions
                    .get(type)
                    .filter(condition -> condition.status() != Status.FALSE)
                    .isPresent()) {
                conditions.set(type, Status.UNKNOWN, Reasons.DELETING, GOING);
            }
        }
        return new ClusterExtensionStatus(
                conditions.toList(),
                before.install(),
                named.stream()
                        .map(set ->
                                new ActiveRevision(set.getMetadata().getName(), shown(set, conditions.generation())))
                        .toList());
    }

    /**
     * The next status when a request of the deletion has failed. Nothing else is known anew.
     *
     * @param why the message of the failure
     * @param deleted whether the revisions are deleted already
     */
    public static ClusterExtensionStatus failed(ClusterExtension extension, String why, boolean deleted, Instant now) {
        ClusterExtensionStatus before = extension.statusOrEmpty();
        var conditions =
                new Conditions(before.conditions(), extension.getMetadata().getGeneration(), now);
        if (deleted) {
            return withoutRevisions(conditions, extension, DELETED, DELETED + ", but: " + why);
        }
        setWait(conditions, extension, why);
        return new ClusterExtensionStatus(conditions.toList(), before.install(), before.activeRevisions());
    }

    /** Whether the status says that custom resources hold the deletion back. */
    public static boolean isHeldBack(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .filter(condition -> condition.reason().equals(Reasons.IN_USE))
                .isPresent();
    }

    /**
     * The last status, when olm4j has nothing left to do and finalizers of others still hold the extension.
     *
     * @param orphaning whether the revisions were released instead of deleted
     */
    public static ClusterExtensionStatus released(
            ClusterExtension extension, boolean orphaning, List<String> finalizers, Instant now) {
        var conditions = new Conditions(
                extension.statusOrEmpty().conditions(), extension.getMetadata().getGeneration(), now);
        String revisions = orphaning ? "the revisions are released and stay installed without this extension" : DELETED;
        String held = "; finalizers of others hold the extension: " + ShortList.of(MAX_NAMED, finalizers);
        return withoutRevisions(conditions, extension, revisions, revisions + held);
    }

    private static ClusterExtensionStatus withoutRevisions(
            Conditions conditions, ClusterExtension extension, String revisions, String waitsFor) {
        setWait(conditions, extension, waitsFor);
        for (String type : List.of(ConditionTypes.INSTALLED, ConditionTypes.AVAILABLE)) {
            conditions.set(type, Status.FALSE, Reasons.DELETING, revisions);
        }
        conditions.remove(ConditionTypes.CLUSTER_UPGRADEABLE);
        return new ClusterExtensionStatus(conditions.toList(), null, List.of());
    }

    private static void setWait(Conditions conditions, ClusterExtension extension, String waitsFor) {
        conditions.set(
                ConditionTypes.PROGRESSING,
                Status.TRUE,
                Reasons.DELETING,
                "deleting since " + extension.getMetadata().getDeletionTimestamp() + ": " + waitsFor);
    }

    private static List<ClusterObjectSet> named(List<ClusterObjectSet> left) {
        List<ClusterObjectSet> named = left.stream()
                .filter(set -> !set.hasBeenTakenDown() || report(set).isPresent())
                .toList();
        return named.isEmpty() ? left : named;
    }

    /**
     * What a revision waits for. The message of the revision also names the time of the deletion, which is not
     * repeated.
     */
    private static String wait(ClusterObjectSet set) {
        String since = "Deleting since " + set.getMetadata().getDeletionTimestamp() + ": ";
        return "revision " + set.getMetadata().getName() + ": "
                + report(set)
                        .map(Condition::message)
                        .map(message -> message.startsWith(since) ? message.substring(since.length()) : message)
                        .orElse("its objects are being deleted");
    }

    /** What a revision that is being deleted says. */
    private static Optional<Condition> report(ClusterObjectSet set) {
        return Conditions.find(conditions(set), ConditionTypes.PROGRESSING)
                .filter(condition -> condition.reason().equals(Reasons.DELETING));
    }

    private static List<Condition> shown(ClusterObjectSet set, long generation) {
        return conditions(set).stream()
                .filter(condition -> condition.type().equals(ConditionTypes.AVAILABLE)
                        || condition.type().equals(ConditionTypes.PROGRESSING))
                .map(condition -> condition.reportedAt(generation))
                .toList();
    }

    private static List<Condition> conditions(ClusterObjectSet set) {
        return set.statusOrEmpty().conditions();
    }
}
