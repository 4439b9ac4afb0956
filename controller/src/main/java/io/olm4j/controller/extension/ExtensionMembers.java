package io.olm4j.controller.extension;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.ExtensionSets;
import io.olm4j.controller.extension.rollout.HelmMigration;
import io.olm4j.controller.extension.rollout.HelmMigration.Result;
import io.olm4j.controller.options.IdentityPolicy;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * Finds the revisions of an extension. Revisions that an orphaning deletion released are adopted again, and a Helm
 * release of the original becomes a revision.
 */
final class ExtensionMembers {

    private final IdentityPolicy identities;
    private final Revisions revisions;
    private final HelmMigration migration;

    ExtensionMembers(IdentityPolicy identities, Revisions revisions, HelmMigration migration) {
        this.identities = identities;
        this.revisions = revisions;
        this.migration = migration;
    }

    /**
     * The sets that are related to an extension.
     *
     * @param cached the sets in the cache that concern it
     * @param isTaken whether any set has this name
     * @param onWrite receives each written set, and the set as it was before, so that the cache has it before the event
     *     arrives
     */
    ExtensionSets of(
            ClusterExtension extension,
            Collection<ClusterObjectSet> cached,
            Predicate<String> isTaken,
            BiConsumer<ClusterObjectSet, Optional<ClusterObjectSet>> onWrite) {
        ExtensionSets sets = ExtensionSets.of(extension, cached);
        Optional<DesiredExtension> desired = DesiredExtension.of(extension);
        if (desired.isEmpty()) {
            return sets;
        }
        IdentityPolicy.Decision decision = identities.identityOf(
                desired.get().installNamespace(), desired.get().serviceAccount());
        if (decision instanceof IdentityPolicy.Granted(Identity granted)) {
            for (ClusterObjectSet claim :
                    sets.claimsAs(granted.account(), desired.get().catalog().packageName())) {
                try {
                    revisions.adopt(extension, claim).ifPresent(adopted -> {
                        onWrite.accept(adopted, Optional.of(claim));
                        sets.joined(adopted);
                    });
                } catch (KubernetesClientException e) {
                    sets.notAdopted(claim, e);
                }
            }
        }
        if (sets.failure().isEmpty()) {
            // Without an account, the revision names none; nothing is written until the extension names one.
            Identity identity =
                    decision instanceof IdentityPolicy.Granted(Identity known) ? known : new Identity.Controller();
            switch (migration.migrate(
                    extension, desired.get(), identity, sets.revisions().values(), isTaken)) {
                case Result.Nothing() -> {}
                case Result.Migrated(ClusterObjectSet revision) -> {
                    onWrite.accept(
                            revision,
                            Optional.ofNullable(
                                    sets.revisions().get(revision.getMetadata().getName())));
                    sets.joined(revision);
                }
                case Result.Failed(String message) -> sets.failed(message);
            }
        }
        return sets;
    }
}
