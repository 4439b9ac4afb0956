package io.olm4j.catalogd;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.catalogd.template.ImageChoice;
import io.olm4j.versionranges.ShortList;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Computes the status of a ClusterCatalog, with the messages of the original catalogd. */
final class CatalogStatus {

    private static final String UNPACKED = "Successfully unpacked and stored content from resolved source";
    private static final String SERVING = "Serving desired content from resolved source";
    private static final String LACKING =
            "The replica of catalogd that leads lacks the content from resolved source, another one may serve it: ";
    private static final String NO_CONTENT = "There is no content to serve yet";
    private static final String UNAVAILABLE = "Catalog availability mode is set to Unavailable";

    private static final String TEMPLATE = "annotation " + Annotations.CATALOG_IMAGE_TEMPLATE;

    private static final int MAX_NAMED = 5;

    private final ClusterCatalogStatus before;
    private final long generation;
    private final Instant now;

    CatalogStatus(ClusterCatalogStatus before, long generation, Instant now) {
        this.before = before;
        this.generation = generation;
        this.now = now;
    }

    /**
     * The status after an attempt to update the content. A failed attempt keeps the status of the served content.
     *
     * @param choice the image that was tried
     * @param lack why this replica, after a failed attempt, cannot serve the former content either; empty if it can, or
     *     if there is none
     */
    ClusterCatalogStatus after(ImageChoice choice, UnpackOutcome outcome, Optional<String> lack, String baseUrl) {
        return switch (outcome) {
            case UnpackOutcome.Serving serving -> serving(choice, serving, baseUrl);
            case UnpackOutcome.Retryable failed ->
                keepingContent(
                        choice,
                        lack,
                        baseUrl,
                        c -> c.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.RETRYING, failed.message()));
            case UnpackOutcome.Terminal failed ->
                keepingContent(
                        choice,
                        lack,
                        baseUrl,
                        c -> c.set(ConditionTypes.PROGRESSING, Status.FALSE, Reasons.BLOCKED, failed.message()));
        };
    }

    /** The status of a catalog with the availability mode Unavailable. */
    ClusterCatalogStatus unavailable() {
        return withoutContent(c -> c.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.SUCCEEDED, UNAVAILABLE)
                .set(ConditionTypes.SERVING, Status.FALSE, Reasons.USER_SPECIFIED_UNAVAILABLE, UNAVAILABLE));
    }

    /**
     * The status of a catalog that is being deleted, when catalogd has nothing left to do.
     *
     * @param since when the deletion began
     * @param finalizers those of others, which hold the catalog
     */
    ClusterCatalogStatus deleting(String since, List<String> finalizers) {
        String message = "deleting since " + since + ": the content is deleted; finalizers of others hold the catalog: "
                + ShortList.of(MAX_NAMED, finalizers);
        return withoutContent(c -> c.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.DELETING, message)
                .set(ConditionTypes.SERVING, Status.FALSE, Reasons.UNAVAILABLE, message));
    }

    /** The status of a catalog that is no longer served, while its content cannot be deleted. */
    ClusterCatalogStatus notDeleted(boolean isDisabled, String problem) {
        return withoutContent(c -> c.set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.RETRYING, problem)
                .set(
                        ConditionTypes.SERVING,
                        Status.FALSE,
                        isDisabled ? Reasons.USER_SPECIFIED_UNAVAILABLE : Reasons.UNAVAILABLE,
                        isDisabled ? UNAVAILABLE : ""));
    }

    private ClusterCatalogStatus serving(ImageChoice choice, UnpackOutcome.Serving serving, String baseUrl) {
        Conditions conditions = conditions()
                .set(ConditionTypes.PROGRESSING, Status.TRUE, Reasons.SUCCEEDED, UNPACKED)
                .set(ConditionTypes.SERVING, Status.TRUE, Reasons.AVAILABLE, SERVING);
        setTemplate(conditions, choice);
        String resolved = serving.resolved().toString();
        return new ClusterCatalogStatus(
                conditions.toList(),
                new ClusterCatalogStatus.ResolvedSource(
                        ClusterCatalogSpec.Source.IMAGE, new ClusterCatalogStatus.ResolvedImage(resolved)),
                new ClusterCatalogStatus.Urls(baseUrl),
                lastUnpacked(resolved));
    }

    /**
     * When this catalog got its image. The store has one copy for all catalogs, which may be older than the catalog,
     * and another replica has its own copies.
     */
    private String lastUnpacked(String resolved) {
        return before.resolvedRef()
                .filter(resolved::equals)
                .map(_ -> before.lastUnpacked())
                .orElseGet(() -> now.truncatedTo(ChronoUnit.SECONDS).toString());
    }

    private ClusterCatalogStatus keepingContent(
            ImageChoice choice, Optional<String> lack, String baseUrl, Consumer<Conditions> change) {
        Conditions conditions = new Conditions(servingFormerContent(lack), generation, now);
        change.accept(conditions);
        setTemplate(conditions, choice);
        // The address of the service may be another one since a restart.
        boolean serves = before.resolvedRef().isPresent() && lack.isEmpty();
        ClusterCatalogStatus.Urls urls = serves ? new ClusterCatalogStatus.Urls(baseUrl) : before.urls();
        return new ClusterCatalogStatus(conditions.toList(), before.resolvedSource(), urls, before.lastUnpacked());
    }

    /**
     * The conditions with the state of the former content. {@code Serving} is {@code Unknown} if this replica lacks the
     * content, because others may serve it. The observed generation stays that of the content. If a user has enabled a
     * catalog without content again, the reason is no longer the user's choice.
     */
    private List<Condition> servingFormerContent(Optional<String> lack) {
        Optional<Condition> serving = Conditions.find(before.conditions(), ConditionTypes.SERVING);
        Conditions conditions = new Conditions(
                before.conditions(), serving.map(Condition::observedGeneration).orElse(generation), now);
        if (before.resolvedRef().isEmpty()) {
            return serving.filter(was -> was.reason().equals(Reasons.USER_SPECIFIED_UNAVAILABLE))
                    .map(_ -> conditions.set(ConditionTypes.SERVING, Status.FALSE, Reasons.UNAVAILABLE, NO_CONTENT))
                    .map(Conditions::toList)
                    .orElse(before.conditions());
        }
        return lack.map(problem ->
                        conditions.set(ConditionTypes.SERVING, Status.UNKNOWN, Reasons.UNAVAILABLE, LACKING + problem))
                .orElseGet(() -> conditions.set(ConditionTypes.SERVING, Status.TRUE, Reasons.AVAILABLE, SERVING))
                .toList();
    }

    private static void setTemplate(Conditions conditions, ImageChoice choice) {
        String type = ConditionTypes.TEMPLATES_HAVE_RESOLVED;
        switch (choice) {
            case ImageChoice.Specified _ -> conditions.remove(type);
            case ImageChoice.Templated(String reference) ->
                conditions.set(
                        type,
                        Status.TRUE,
                        Reasons.ALL_TEMPLATES_RESOLVED,
                        "The catalog image is " + reference + ", from the template in " + TEMPLATE);
            case ImageChoice.Fallback(String problem) ->
                conditions.set(
                        type,
                        Status.FALSE,
                        Reasons.UNABLE_TO_RESOLVE,
                        "spec.source.image.ref is used, because the " + TEMPLATE + " gives no image reference: "
                                + problem);
            case ImageChoice.Undecided(String problem) ->
                conditions.set(type, Status.UNKNOWN, Reasons.UNABLE_TO_RESOLVE, TEMPLATE + ": " + problem);
        }
    }

    private ClusterCatalogStatus withoutContent(Consumer<Conditions> change) {
        Conditions conditions = conditions().remove(ConditionTypes.TEMPLATES_HAVE_RESOLVED);
        change.accept(conditions);
        return new ClusterCatalogStatus(conditions.toList(), null, null, null);
    }

    private Conditions conditions() {
        return new Conditions(before.conditions(), generation, now);
    }
}
