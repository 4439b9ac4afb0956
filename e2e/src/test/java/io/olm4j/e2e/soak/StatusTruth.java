package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Judges the status of an extension by its spec, the catalogs, the rights of its account and the live objects. */
final class StatusTruth {

    private final KubernetesClient client;
    private final SoakImages images;
    private final SoakKnowledge knowledge;
    private final InstalledContent content;

    StatusTruth(SoakCluster cluster, SoakKnowledge knowledge) {
        this.client = cluster.client();
        this.images = cluster.images();
        this.knowledge = knowledge;
        this.content = new InstalledContent(client);
    }

    Optional<ClusterExtension> extension(SoakPackage member) {
        return Optional.ofNullable(client.resources(ClusterExtension.class)
                .withName(member.extension())
                .get());
    }

    /** Judges the extension of a package. */
    SoakVerdict judge(SoakPackage member) {
        Optional<ClusterExtension> extension = extension(member);
        if (extension.isEmpty()) {
            return knowledge.isOrphaned(member)
                    ? new Settled()
                    : content.remains(member)
                            .<SoakVerdict>map(object -> new OnItsWay("it is gone, but " + object + " is not"))
                            .orElse(new Settled());
        }
        if (extension.get().isMarkedForDeletion()) {
            return new OnItsWay("it is being deleted");
        }
        return condition(extension.get(), ConditionTypes.PROGRESSING)
                .filter(progressing -> progressing.observedGeneration()
                        == extension.get().getMetadata().getGeneration())
                .map(progressing -> judge(member, extension.get(), progressing))
                .orElse(new OnItsWay("its spec has not been seen"));
    }

    private static Optional<Condition> condition(ClusterExtension extension, String type) {
        return Conditions.find(extension.statusOrEmpty().conditions(), type);
    }

    private SoakVerdict judge(SoakPackage member, ClusterExtension extension, Condition progressing) {
        boolean succeeded = progressing.reason().equals(Reasons.SUCCEEDED);
        if (member == SoakPackage.CLASH) {
            return succeeded || extension.statusOrEmpty().install() != null
                    ? new Untrue("it is installed, but another owner has its ConfigMap")
                    : new Settled();
        }
        for (SoakCatalog catalog : SoakCatalog.values()) {
            if (!isSettled(catalog)) {
                return new OnItsWay(catalog.label() + " does not serve its newest content");
            }
        }
        boolean granted =
                client.rbac().clusterRoleBindings().withName(member.extension()).get() != null;
        Optional<String> difference = difference(member, extension.statusOrEmpty());
        if (difference.isPresent()) {
            return differs(extension, difference.get(), granted);
        }
        if (!serves(member.catalog())) {
            return new Settled();
        }
        Optional<String> installed = UpgradesFollowEdges.installedVersion(extension);
        Optional<String> wanted = Upgrades.wanted(member, knowledge.newest(member.catalog()), extension);
        if (wanted.isPresent() && wanted.equals(installed)) {
            return succeeded || !granted ? new Settled() : onItsWay(progressing);
        }
        if (succeeded) {
            return new Untrue("Progressing is Succeeded with version %s, but the catalog leads to %s"
                    .formatted(installed.orElse("none"), wanted.orElse("none")));
        }
        return wanted.isEmpty() || !granted || awaitsApproval(member.bundle(wanted.get()), extension, progressing)
                ? new Settled()
                : onItsWay(progressing);
    }

    private static boolean awaitsApproval(String bundle, ClusterExtension extension, Condition progressing) {
        Map<String, String> annotations =
                Objects.requireNonNullElse(extension.getMetadata().getAnnotations(), Map.of());
        return progressing.reason().equals(Reasons.AWAITING_APPROVAL)
                && "Manual".equals(annotations.get(Annotations.UPGRADE_APPROVAL))
                && !bundle.equals(annotations.get(Annotations.APPROVED_BUNDLE));
    }

    private static SoakVerdict onItsWay(Condition progressing) {
        return new OnItsWay("Progressing is %s: %s".formatted(progressing.reason(), progressing.message()));
    }

    private static SoakVerdict differs(ClusterExtension extension, String difference, boolean granted) {
        if (condition(extension, ConditionTypes.AVAILABLE)
                .filter(Condition::isTrue)
                .isPresent()) {
            return new Untrue("Available is True, but " + difference);
        }
        return granted ? new OnItsWay(difference) : new Settled();
    }

    /** What differs from the installed bundle; while another revision rolls out, that is not known. */
    private Optional<String> difference(SoakPackage member, ClusterExtensionStatus status) {
        return Optional.ofNullable(status.install())
                .filter(_ -> status.activeRevisions().size() == 1)
                .flatMap(install -> content.difference(
                        member,
                        install.bundle().version(),
                        status.activeRevisions().getFirst().name()));
    }

    private Optional<ClusterCatalog> catalog(SoakCatalog catalog) {
        return Optional.ofNullable(
                client.resources(ClusterCatalog.class).withName(catalog.label()).get());
    }

    private static boolean isEnabled(ClusterCatalog catalog) {
        return !catalog.isMarkedForDeletion() && !catalog.isDisabled();
    }

    /** Whether a catalog is enabled and serves its newest content. */
    boolean serves(SoakCatalog catalog) {
        return catalog(catalog)
                .filter(StatusTruth::isEnabled)
                .filter(live -> servesNewest(catalog, live))
                .isPresent();
    }

    private boolean isSettled(SoakCatalog catalog) {
        return catalog(catalog)
                .map(live -> isEnabled(live) ? servesNewest(catalog, live) : !isServing(live))
                .orElse(true);
    }

    private boolean servesNewest(SoakCatalog catalog, ClusterCatalog live) {
        String digest = images.digest(catalog, knowledge.newest(catalog)).toString();
        return isServing(live)
                && status(live)
                        .resolvedRef()
                        .filter(ref -> ref.endsWith("@" + digest))
                        .isPresent();
    }

    private static ClusterCatalogStatus status(ClusterCatalog catalog) {
        return Objects.requireNonNullElse(catalog.getStatus(), ClusterCatalogStatus.EMPTY);
    }

    private static boolean isServing(ClusterCatalog catalog) {
        return Conditions.find(status(catalog).conditions(), ConditionTypes.SERVING)
                .filter(Condition::isTrue)
                .isPresent();
    }

    /** What the status of an extension says, in a few words. */
    String summary(SoakPackage member) {
        return member.label() + " "
                + extension(member)
                        .map(extension ->
                                UpgradesFollowEdges.installedVersion(extension).orElse("not installed")
                                        + condition(extension, ConditionTypes.PROGRESSING)
                                                .map(progressing -> " " + progressing.reason())
                                                .orElse(""))
                        .orElse("absent");
    }

    /** Which catalogs are not where they belong, for messages. */
    String summaryOfCatalogs() {
        return Arrays.stream(SoakCatalog.values())
                .map(catalog -> catalog.label() + (isSettled(catalog) ? " is settled" : " is not settled"))
                .collect(Collectors.joining(", "));
    }
}
