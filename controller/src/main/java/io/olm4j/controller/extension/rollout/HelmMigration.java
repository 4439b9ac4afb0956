package io.olm4j.controller.extension.rollout;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.helm.HelmRelease;
import io.olm4j.applier.helm.HelmReleases;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionPlanning.Unplannable;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RecordedBundle;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the first revision of an extension from the Helm release that the original left. The installed bundle is then
 * known, so that the next one follows its upgrade edges, and no object is deleted or created anew.
 */
public final class HelmMigration {

    private static final Logger LOG = LoggerFactory.getLogger(HelmMigration.class);

    private static final String PREFIX = "migrating the Helm release of the original operator-controller: ";

    private final HelmReleases releases;
    private final RevisionIdentities identities;
    private final RevisionBuilder builder;
    private final Revisions revisions;

    public HelmMigration(
            HelmReleases releases, RevisionIdentities identities, RevisionBuilder builder, Revisions revisions) {
        this.releases = releases;
        this.identities = identities;
        this.builder = builder;
        this.revisions = revisions;
    }

    /** What has been done for an extension. */
    public sealed interface Result {

        /** There is nothing to migrate. */
        record Nothing() implements Result {}

        record Migrated(ClusterObjectSet revision) implements Result {}

        /**
         * It is not known which bundle is installed.
         *
         * @param message what is wrong
         */
        record Failed(String message) implements Result {}
    }

    /**
     * Migrates the release of an extension that has no revision. A migration that a crash interrupted is finished.
     *
     * @param identity the identity that writes the objects
     * @param existing the revisions of the extension
     * @param isTaken whether any set has this name
     */
    public Result migrate(
            ClusterExtension extension,
            DesiredExtension desired,
            Identity identity,
            Collection<ClusterObjectSet> existing,
            Predicate<String> isTaken) {
        Optional<ClusterObjectSet> other =
                existing.stream().filter(set -> !isUnfinished(set)).findFirst();
        if (other.isPresent()) {
            retire(extension, other.get().getMetadata().getName());
            return new Result.Nothing();
        }
        try {
            return migrate(extension, desired, identity, existing.stream().findFirst(), isTaken);
        } catch (KubernetesClientException e) {
            return new Result.Failed(PREFIX + ApiException.text(e));
        } catch (ApiException e) {
            return new Result.Failed(PREFIX + e.text());
        }
    }

    /** The original itself may have migrated a release, which then is not what is installed now. */
    private void retire(ClusterExtension extension, String revision) {
        try {
            releases.migrated(extension, revision);
        } catch (KubernetesClientException | ApiException e) {
            // The revisions are known without it, and the next reconcile repeats it.
            LOG.debug("A Helm release could not be marked as migrated", e);
        }
    }

    /** One at a time, because a release may be large. */
    private synchronized Result migrate(
            ClusterExtension extension,
            DesiredExtension desired,
            Identity identity,
            Optional<ClusterObjectSet> begun,
            Predicate<String> isTaken) {
        Optional<HelmRelease> release =
                releases.of(extension).or(() -> begun.isPresent() ? Optional.empty() : recorded(extension));
        if (release.isEmpty()) {
            return new Result.Nothing();
        }
        return begun.isPresent()
                ? finish(extension, release.get(), begun.get())
                : begin(extension, desired, identity, release.get(), isTaken);
    }

    /** Whether a revision was made from a release, but is not known to have rolled out. */
    private static boolean isUnfinished(ClusterObjectSet set) {
        return set.wasMigratedFromHelm() && !set.hasRolledOut();
    }

    /**
     * The release as far as the status names it, if it is lost. Only the original reports an installed bundle without a
     * revision.
     */
    private static Optional<HelmRelease> recorded(ClusterExtension extension) {
        ClusterExtensionStatus status = extension.statusOrEmpty();
        if (status.install() == null || !status.activeRevisions().isEmpty()) {
            return Optional.empty();
        }
        BundleMetadata bundle = status.install().bundle();
        LOG.atWarn()
                .addKeyValue("extension", extension.getMetadata().getName())
                .addKeyValue("bundle", bundle.name())
                .log("The Helm release of an installed bundle does not exist: objects that only it has stay until the"
                        + " extension is deleted");
        return Optional.of(new HelmRelease(
                "",
                true,
                bundle.name(),
                bundle.version(),
                Optional.ofNullable(bundle.release()),
                RecordedBundle.image(status).orElse(""),
                Optional.empty(),
                List.of()));
    }

    private Result begin(
            ClusterExtension extension,
            DesiredExtension desired,
            Identity identity,
            HelmRelease release,
            Predicate<String> isTaken) {
        long number = RevisionBuilder.firstFree(desired.name(), 1, isTaken);
        return switch (builder.build(identities.ofRelease(desired, release, identity), release.objects(), number)) {
            case Unplannable(String message) -> new Result.Failed(PREFIX + message);
            case RevisionPlan plan -> {
                plan.set().getMetadata().getLabels().put(Labels.MIGRATED_FROM_HELM, "true");
                yield finish(extension, release, revisions.create(plan));
            }
        };
    }

    private Result finish(ClusterExtension extension, HelmRelease release, ClusterObjectSet created) {
        ClusterObjectSet revision = release.isDeployed() ? revisions.succeed(created) : created;
        String name = revision.getMetadata().getName();
        releases.migrated(extension, name);
        LOG.atInfo()
                .addKeyValue("extension", extension.getMetadata().getName())
                .addKeyValue("revision", name)
                .addKeyValue("bundle", release.bundleName())
                .addKeyValue("version", release.bundleVersion())
                .addKeyValue("secret", release.secret())
                .log("A Helm release of the original was migrated");
        return new Result.Migrated(revision);
    }
}
