package io.olm4j.e2e.soak;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.upgradeedges.Resolution;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.UpgradeConstraintPolicy;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/** The upgrades that the editions offer. */
final class Upgrades {

    private Upgrades() {}

    /** Whether an edition has an upgrade edge from one version to another one; this does not ask the resolver. */
    static boolean isEdge(int edition, String from, String to) {
        List<String> versions = SoakCatalog.versions(edition);
        int index = versions.indexOf(to);
        if (SoakCatalog.leadsByRanges(edition)) {
            return index >= 0 && from.compareTo(to) < 0;
        }
        return index > 0 && versions.get(index - 1).equals(from);
    }

    /** The version that an extension should have, by the resolver; empty if nothing fits. */
    static Optional<String> wanted(SoakPackage member, int edition, ClusterExtension extension) {
        String range = Optional.ofNullable(extension.getSpec().source().catalog())
                .map(CatalogFilter::version)
                .orElse("");
        return resolve(
                member,
                edition,
                range,
                UpgradesFollowEdges.isSelfCertified(extension)
                        ? UpgradeConstraintPolicy.SELF_CERTIFIED
                        : UpgradeConstraintPolicy.CATALOG_PROVIDED,
                UpgradesFollowEdges.installedVersion(extension));
    }

    private static Optional<String> resolve(
            SoakPackage member, int edition, String range, UpgradeConstraintPolicy policy, Optional<String> installed) {
        ResolutionRequest request = new ResolutionRequest(
                member.label(),
                Optional.of(range),
                List.of(),
                policy,
                installed.map(version -> new InstalledBundle(member.bundle(version), version, Optional.empty())));
        CatalogGraph graph = new CatalogGraph(member.catalog().label(), 0, SoakCatalog.graph(member, edition));
        return switch (Resolver.resolve(request, List.of(graph))) {
            case Resolution.Resolved resolved -> Optional.of(resolved.bundle().version());
            case Resolution.Unresolved _ -> Optional.empty();
        };
    }
}
