package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Resolution.Reason;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the bundle for a ClusterExtension.
 *
 * <p>In every catalog, it keeps the bundles in the wanted channels, then those in the wanted version range, then those
 * to which the installed bundle may be upgraded. Of the remaining bundles it takes the highest version, preferring
 * bundles that are not deprecated. Among the catalogs, bundles that are not deprecated take precedence, then the
 * highest priority decides. If a tie remains, it does not choose.
 */
public final class Resolver {
    private final ResolutionRequest request;
    private final List<Dropped> dropped = new ArrayList<>();

    private Resolver(ResolutionRequest request) {
        this.request = request;
    }

    /**
     * Resolves one request.
     *
     * @param request the wanted and the installed bundle
     * @param catalogs the package in every selected catalog that answered and has it; the order has no effect
     * @return the bundle, or why there is none
     */
    public static Resolution resolve(ResolutionRequest request, List<CatalogGraph> catalogs) {
        return new Resolver(request).resolve(catalogs, false);
    }

    /**
     * Resolves one request, and also explains where upgrades lead on if a bundle fits. It takes longer.
     *
     * @param request the wanted and the installed bundle
     * @param catalogs the package in every selected catalog that answered and has it; the order has no effect
     * @return the bundle, or why there is none
     */
    public static Resolution explain(ResolutionRequest request, List<CatalogGraph> catalogs) {
        return new Resolver(request).resolve(catalogs, true);
    }

    private Resolution resolve(List<CatalogGraph> catalogs, boolean onward) {
        Optional<SpecRange> range;
        try {
            range = request.versionRange().map(SpecRange::parse);
        } catch (RangeSyntaxException e) {
            return unresolved(
                    Reason.INVALID_VERSION_RANGE,
                    Messages.invalidRange(request.versionRange().orElseThrow(), e),
                    "The version range cannot be read at column " + e.column() + ": " + e.detail() + ".");
        }
        if (catalogs.isEmpty()) {
            return unresolved(Reason.NO_SUCH_PACKAGE, Messages.noBundles(request), Conclusions.noSuchPackage(request));
        }
        Optional<InstalledVersion> installed;
        try {
            installed = followedBundle().map(InstalledVersion::of);
        } catch (VersionSyntaxException e) {
            return unresolved(
                    Reason.INVALID_INSTALLED_VERSION,
                    Messages.invalidInstalledVersion(e),
                    "The version of the installed bundle cannot be read, so that no upgrade edge can be followed; with"
                            + " upgradeConstraintPolicy SelfCertified none is needed.");
        }
        var selection = new CatalogSelection(request, range, installed, dropped);
        var views = catalogs.stream()
                .map(catalog -> CatalogView.of(catalog, request.channels()))
                .toList();
        var offers =
                views.stream().flatMap(view -> selection.offer(view).stream()).toList();
        if (offers.isEmpty()) {
            return noMatch(
                    views,
                    installed
                            .map(bundle -> Detours.of(request, range, bundle, views))
                            .orElse(Detours.NONE));
        }
        var choice = new CatalogChoice(request, dropped).choose(offers);
        return onward && choice instanceof Resolved resolved
                ? installed
                        .map(bundle -> resolved.with(Detours.onward(request, range, bundle, views)))
                        .orElse(resolved)
                : choice;
    }

    private Unresolved noMatch(List<CatalogView> views, Detours detours) {
        var conclusion = Conclusions.noMatch(request, views, dropped, detours);
        return new Unresolved(
                Reason.NO_MATCH, Messages.noBundles(request), new Explanation(conclusion, dropped, detours));
    }

    /** The bundle whose upgrade edges count; empty if the policy ignores edges. */
    private Optional<InstalledBundle> followedBundle() {
        return switch (request.policy()) {
            case CATALOG_PROVIDED -> request.installed();
            case SELF_CERTIFIED -> Optional.empty();
        };
    }

    private Unresolved unresolved(Reason reason, String message, String conclusion) {
        return new Unresolved(reason, message, new Explanation(conclusion, dropped));
    }
}
