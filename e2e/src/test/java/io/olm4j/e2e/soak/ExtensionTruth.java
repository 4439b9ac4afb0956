package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.e2e.soak.SoakVerdict.OnItsWay;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import io.olm4j.e2e.soak.SoakVerdict.Untrue;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Judges the status of an extension by its spec, the catalogs, the rights of its account and the live objects. */
final class ExtensionTruth {

    private final KubernetesClient client;
    private final SoakKnowledge knowledge;
    private final InstalledContent content;

    ExtensionTruth(KubernetesClient client, SoakKnowledge knowledge, InstalledContent content) {
        this.client = client;
        this.knowledge = knowledge;
        this.content = content;
    }

    Optional<ClusterExtension> extension(SoakPackage member) {
        return Optional.ofNullable(client.resources(ClusterExtension.class)
                .withName(member.extension())
                .get());
    }

    /**
     * Judges the extension of a package.
     *
     * @param catalog the verdict on the catalog that has the package; the other one delays it, but explains no lie
     * @param serves whether that catalog is there and enabled
     */
    SoakVerdict judge(SoakPackage member, SoakVerdict catalog, boolean serves) {
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
                .map(progressing -> judge(member, extension.get(), progressing, catalog, serves))
                .orElse(new OnItsWay("its spec has not been seen"));
    }

    private static Optional<Condition> condition(ClusterExtension extension, String type) {
        return Conditions.find(extension.statusOrEmpty().conditions(), type);
    }

    private SoakVerdict judge(
            SoakPackage member,
            ClusterExtension extension,
            Condition progressing,
            SoakVerdict catalog,
            boolean serves) {
        boolean succeeded = progressing.reason().equals(Reasons.SUCCEEDED);
        if (member == SoakPackage.CLASH) {
            return succeeded || extension.statusOrEmpty().install() != null
                    ? new Untrue("it is installed, but another owner has its ConfigMap")
                    : new Settled();
        }
        boolean granted =
                client.rbac().clusterRoleBindings().withName(member.extension()).get() != null;
        Optional<String> difference = difference(member, extension.statusOrEmpty());
        if (difference.isPresent()) {
            return differs(extension, difference.get(), granted);
        }
        Optional<String> installed = UpgradesFollowEdges.installedVersion(extension);
        if (succeeded && installed.isEmpty()) {
            return new Untrue("Progressing is Succeeded, but nothing is installed");
        }
        if (condition(extension, ConditionTypes.INSTALLED)
                .filter(said -> said.status() == (installed.isPresent() ? Status.FALSE : Status.TRUE))
                .isPresent()) {
            return new Untrue("Installed does not say the same as status.install");
        }
        if (succeeded && extension.statusOrEmpty().activeRevisions().size() > 1) {
            return new Untrue("Progressing is Succeeded, but there are several active revisions");
        }
        if (!(catalog instanceof Settled)) {
            return new OnItsWay("its catalog does not serve its newest content");
        }
        if (!serves) {
            return new Settled();
        }
        Optional<String> wanted = Upgrades.wanted(member, knowledge.newest(member.catalog()), extension);
        if (wanted.isPresent() && wanted.equals(installed)) {
            return !granted || (succeeded && isAvailable(extension)) ? new Settled() : onItsWay(progressing);
        }
        if (succeeded) {
            return new Untrue("Progressing is Succeeded with version %s, but the catalog leads to %s"
                    .formatted(installed.orElse("none"), wanted.orElse("none")));
        }
        boolean explained = wanted.map(version -> awaitsApproval(member.bundle(version), extension, progressing))
                .orElseGet(() -> progressing
                        .message()
                        .contains("no bundles found for package \"" + member.label() + "\" matching version"));
        return !granted || explained ? new Settled() : onItsWay(progressing);
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
        if (isAvailable(extension)) {
            return new Untrue("Available is True, but " + difference);
        }
        return granted ? new OnItsWay(difference) : new Settled();
    }

    private static boolean isAvailable(ClusterExtension extension) {
        return condition(extension, ConditionTypes.AVAILABLE)
                .filter(Condition::isTrue)
                .isPresent();
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
}
