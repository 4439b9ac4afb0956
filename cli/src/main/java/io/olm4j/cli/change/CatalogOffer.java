package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ApiFailures;
import io.olm4j.cli.packages.NearestPackages;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.upgradeedges.Resolution;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.choice.BundleChoice;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.CurrentRevision;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/** What the catalogs of the cluster offer to an extension now, by the choice of the controller. */
sealed interface CatalogOffer {

    /** A bundle that fits. */
    record Found(String bundle, String version, String catalog) implements CatalogOffer {

        @Override
        public String toString() {
            return "bundle " + bundle + " with version " + version + " of catalog " + catalog;
        }
    }

    /** No bundle fits, for the reason. */
    record Nothing(String reason) implements CatalogOffer {}

    /** Only the controller can tell: no catalog that can be read has the package, or the choice waits for another. */
    record Unknown(String reason) implements CatalogOffer {}

    /**
     * Asks the catalogs.
     *
     * @param extension as it would be applied; its status is that of the cluster
     */
    static CatalogOffer of(KubernetesClient client, ClusterExtension extension) {
        CatalogFilter filter = ProposedExtension.selection(extension);
        try (ServedCatalogs served = ServedCatalogs.open(client, filter)) {
            Candidates candidates = served.candidates(filter);
            CatalogOffer offer = of(
                    filter,
                    ExtensionReads.installed(extension),
                    candidates,
                    NearestPackages.of(served, filter.packageName()));
            List<String> outdated = served.outdated(filter, candidates);
            return offer instanceof Nothing && !outdated.isEmpty() ? new Unknown(outdated.getFirst()) : offer;
        } catch (KubernetesClientException e) {
            return new Unknown("the catalogs cannot be listed: " + ApiFailures.describe(e));
        }
    }

    /**
     * Chooses.
     *
     * @param nearest the packages whose names are like the one that is wanted
     */
    static CatalogOffer of(
            CatalogFilter filter, Optional<InstalledBundle> installed, Candidates candidates, List<String> nearest) {
        ResolutionRequest request = ResolutionRequests.of(filter, installed);
        BundleChoice choice = BundleChoice.of(
                request,
                filter.selector() != null,
                candidates,
                installed.map(
                        bundle -> CurrentRevision.ofInstalled(bundle.name(), bundle.version(), Optional.empty())));
        return switch (choice) {
            case BundleChoice.Chosen(var resolved) ->
                new Found(resolved.bundle().name(), resolved.version().text(), resolved.catalog());
            case BundleChoice.None(String message, var _)
            when !candidates.unavailable().isEmpty() && !isRefused(request, candidates) -> new Unknown(message);
            case BundleChoice.None(String message, var _) ->
                new Nothing(
                        candidates.catalogsExist()
                                        && candidates.graphs().isEmpty()
                                        && !mayBeDisabled(filter, candidates, nearest)
                                ? noSuchPackage(filter, nearest)
                                : message);
            case BundleChoice.Invalid(String message) -> new Nothing(message);
            case BundleChoice.KeepWhatIsThere(Optional<String> complaint) ->
                new Unknown(complaint.orElse("the catalogs do not answer"));
        };
    }

    /** Whether a catalog that has the package answers that no bundle fits. */
    private static boolean isRefused(ResolutionRequest request, Candidates candidates) {
        return !candidates.graphs().isEmpty()
                && Resolver.resolve(request, candidates.graphs()) instanceof Resolution.Unresolved;
    }

    /** Whether a catalog that is disabled may have the package: its packages are among the nearest ones. */
    private static boolean mayBeDisabled(CatalogFilter filter, Candidates candidates, List<String> nearest) {
        return !candidates.disabled().isEmpty() && (nearest.isEmpty() || nearest.contains(filter.packageName()));
    }

    private static String noSuchPackage(CatalogFilter filter, List<String> nearest) {
        return "no " + (filter.selector() == null ? "" : "selected ") + "catalog has the package "
                + filter.packageName()
                + (nearest.isEmpty() ? ": \"olm search\" lists all packages" : Failures.didYouMean(nearest));
    }
}
