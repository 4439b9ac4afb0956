package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Each installed version follows the former one by an upgrade edge, unless the extension is SelfCertified. A roll-out
 * that was begun while it was SelfCertified goes on afterwards, also if the extension was deleted without its revisions
 * and created again under its name.
 */
final class UpgradesFollowEdges implements ObjectObserver, Invariant {

    private final SoakKnowledge knowledge;
    private final Map<String, String> installed = new HashMap<>();
    private final Set<String> selfCertified = new HashSet<>();
    private Optional<String> violation = Optional.empty();

    UpgradesFollowEdges(SoakKnowledge knowledge) {
        this.knowledge = knowledge;
    }

    @Override
    public synchronized void changed(HasMetadata object) {
        if (!(object instanceof ClusterExtension extension)) {
            return;
        }
        String name = extension.getMetadata().getName();
        if (isSelfCertified(extension)) {
            selfCertified.add(name);
        }
        Optional<String> version = installedVersion(extension);
        if (version.isEmpty()) {
            return;
        }
        String before = installed.put(extension.getMetadata().getUid(), version.get());
        if (before != null && !before.equals(version.get()) && !selfCertified.contains(name)) {
            check(extension, before, version.get());
        }
    }

    static Optional<String> installedVersion(ClusterExtension extension) {
        return Optional.ofNullable(extension.statusOrEmpty().install())
                .map(Install::bundle)
                .map(BundleMetadata::version);
    }

    static boolean isSelfCertified(ClusterExtension extension) {
        return Optional.ofNullable(extension.getSpec().source().catalog())
                .map(CatalogFilter::upgradeConstraintPolicy)
                .filter(policy -> switch (policy) {
                    case SELF_CERTIFIED -> true;
                    case CATALOG_PROVIDED -> false;
                })
                .isPresent();
    }

    private void check(ClusterExtension extension, String from, String to) {
        SoakPackage member = Arrays.stream(SoakPackage.values())
                .filter(candidate ->
                        candidate.extension().equals(extension.getMetadata().getName()))
                .findFirst()
                .orElseThrow();
        boolean legal = isEdge(member, from, to)
                || (knowledge.mayMissEvents()
                        && SoakCatalog.VERSIONS.stream()
                                .anyMatch(between -> isEdge(member, from, between) && isEdge(member, between, to)));
        if (!legal) {
            List<Integer> editions =
                    knowledge.recent(member.catalog()).stream().sorted().toList();
            violation = violation.or(() -> Optional.of("%s went from version %s to %s; no edition of %s has that edge."
                    .formatted(member.extension(), from, to, editions)));
        }
    }

    private boolean isEdge(SoakPackage member, String from, String to) {
        return knowledge.recent(member.catalog()).stream().anyMatch(edition -> Upgrades.isEdge(edition, from, to));
    }

    /** An extension that is not SelfCertified and has nothing to do follows edges from now on. */
    synchronized void settled(ClusterExtension extension) {
        if (!isSelfCertified(extension)) {
            selfCertified.remove(extension.getMetadata().getName());
        }
    }

    @Override
    public synchronized void gone(HasMetadata object) {
        installed.remove(object.getMetadata().getUid());
    }

    @Override
    public synchronized Optional<String> violation() {
        return violation;
    }
}
