package io.olm4j.cli.extension;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.upgradeedges.Dropped;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.Walk;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.choice.BundleChoice;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.CurrentRevision;
import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.NextUpgrade;
import io.olm4j.versionranges.ShortList;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Why an extension has the version that it has, by the catalogs of the cluster.
 *
 * @param summary what is installed and what the catalogs lead to, in one sentence
 * @param installed the version of the installed bundle
 * @param chosen what the catalogs lead to now
 * @param conclusion one sentence or a few
 * @param waitsFor what holds the roll-out back, as the status says it
 * @param asked the answer about a version that the user named
 * @param next the upgrades from the installed bundle
 * @param path the sequence of upgrades to the best bundle: if no bundle fits, to the best one in the wanted range
 * @param walk how the controller goes the path by itself; empty if no range was found with which it does
 * @param unavailable the selected catalogs that cannot answer, a sentence each
 * @param dropped the candidates that are not chosen, each with the first rule that dropped it
 */
record ExtensionExplanation(
        String name,
        @JsonProperty("package") String packageName,
        String summary,
        Optional<String> installed,
        Optional<ChosenBundle> chosen,
        String conclusion,
        Optional<String> waitsFor,
        Optional<AskedVersion> asked,
        List<NextUpgrade> next,
        Optional<CatalogPath> path,
        Optional<Walk> walk,
        List<String> unavailable,
        List<Dropped> dropped) {

    private static final int MAX_VERSIONS = 20;

    /** What the catalogs lead to. */
    record ChosenBundle(String bundle, String version, String catalog) {

        static ChosenBundle of(Resolved resolved) {
            return new ChosenBundle(resolved.bundle().name(), resolved.bundle().version(), resolved.catalog());
        }
    }

    /**
     * Whether a version is what the extension has or gets, and why not; for a range, what the extension would get with
     * it.
     *
     * @param version a version, or a range
     * @param matching the versions that the catalogs have in the range, the highest first; absent for a version
     * @param dropped the rules that drop the bundles with this version
     * @param path the sequence of upgrades to it, if no single upgrade leads there
     */
    record AskedVersion(
            String version,
            Optional<List<String>> matching,
            boolean given,
            String conclusion,
            List<Dropped> dropped,
            Optional<CatalogPath> path) {

        /** The path, a line for each upgrade. */
        List<String> details(boolean all) {
            return new Explanation(conclusion, List.of(), List.of(), path, Optional.empty()).details(all);
        }
    }

    /**
     * Explains an extension.
     *
     * @param asked a version or a range that the user asks about
     */
    static ExtensionExplanation of(
            ClusterExtension extension, CatalogFilter filter, Candidates candidates, Optional<String> asked) {
        Optional<InstalledBundle> installed = ExtensionReads.installed(extension);
        ResolutionRequest request = ResolutionRequests.of(filter, installed);
        BundleChoice choice =
                BundleChoice.of(request, filter.selector() != null, candidates, newest(extension, installed));
        Optional<Resolved> resolved =
                choice instanceof BundleChoice.Chosen(Resolved one) ? Optional.of(one) : Optional.empty();
        Resolution resolution = Resolver.explain(request, candidates.graphs());
        Explanation explanation = resolution.explanation();
        return new ExtensionExplanation(
                extension.getMetadata().getName(),
                filter.packageName(),
                summary(filter, installed, resolved, resolution),
                installed.map(InstalledBundle::version),
                resolved.map(ChosenBundle::of),
                conclusion(choice, resolution, candidates.catalogsExist()),
                ExtensionSummary.of(extension).message(),
                asked.map(text -> isVersion(text)
                        ? asked(text, request, candidates, resolved, explanation.dropped())
                        : asked(SpecRange.parse(text), request, candidates)),
                explanation.next(),
                explanation.path(),
                explanation.walk(),
                candidates.unavailable().stream()
                        .map(catalog -> "catalog \"" + catalog.catalog() + "\": " + catalog.reason())
                        .toList(),
                explanation.dropped());
    }

    /** The next upgrades, the path and the candidates that are not chosen, a line each. */
    List<String> details(boolean all) {
        return new Explanation(conclusion, dropped, next, path, walk).details(all);
    }

    /** Whether the catalogs lead to the version that was asked for, or to any if none was. */
    boolean isPositive() {
        return asked.map(AskedVersion::given).orElse(chosen.isPresent());
    }

    /** With a revision that rolls out, what waits for a catalog is an upgrade, not the first installation. */
    private static Optional<CurrentRevision> newest(ClusterExtension extension, Optional<InstalledBundle> installed) {
        return installed
                .map(bundle -> CurrentRevision.ofInstalled(
                        bundle.name(), bundle.version(), RecordedBundle.image(extension.statusOrEmpty())))
                .or(() -> extension.statusOrEmpty().activeRevisions().stream()
                        .map(_ -> new CurrentRevision("", "", Optional.empty(), false, true))
                        .findFirst());
    }

    private static String summary(
            CatalogFilter filter,
            Optional<InstalledBundle> installed,
            Optional<Resolved> chosen,
            Resolution resolution) {
        String now = installed
                .map(bundle -> "version " + bundle.version() + " of package " + filter.packageName() + " is installed")
                .orElse("nothing of package " + filter.packageName() + " is installed");
        if (chosen.isEmpty()) {
            return now
                    + (resolution instanceof Resolved
                            ? ", and the choice waits for a catalog"
                            : ", and no bundle of the catalogs fits");
        }
        ChosenBundle bundle = ChosenBundle.of(chosen.get());
        if (installed
                .map(InstalledBundle::version)
                .filter(bundle.version()::equals)
                .isEmpty()) {
            return now + ", and the catalogs lead to version " + bundle.version() + " (bundle " + bundle.bundle()
                    + " of catalog " + bundle.catalog() + ")";
        }
        return now
                + resolution.explanation().next().stream()
                        .filter(upgrade -> upgrade.outside().isPresent())
                        .map(upgrade -> upgrade.hop().version())
                        .findFirst()
                        .map(version -> "; version " + version + " could follow, but it is outside of \""
                                + filter.version() + "\" in spec.source.catalog.version")
                        .orElse(", and no upgrade from it is available");
    }

    /** The message names the catalogs that cannot answer; the page lists them by themselves. */
    private static String conclusion(BundleChoice choice, Resolution resolution, boolean catalogsExist) {
        return switch (choice) {
            case BundleChoice.Chosen _ -> resolution.explanation().conclusion();
            case BundleChoice.None(String message, Explanation why) ->
                catalogsExist && resolution instanceof Unresolved ? why.conclusion() : message;
            case BundleChoice.Invalid(String message) -> message;
            case BundleChoice.KeepWhatIsThere(Optional<String> complaint) ->
                complaint.orElse("the catalogs do not answer");
        };
    }

    private static AskedVersion asked(
            String version,
            ResolutionRequest request,
            Candidates candidates,
            Optional<Resolved> resolved,
            List<Dropped> dropped) {
        Set<String> bundles = candidates.graphs().stream()
                .flatMap(graph -> graph.graph().bundles().stream())
                .filter(bundle -> bundle.version().equals(version))
                .map(Bundle::name)
                .collect(Collectors.toSet());
        List<Dropped> reasons =
                dropped.stream().filter(one -> bundles.contains(one.bundle())).toList();
        if (resolved.map(one -> one.bundle().version().equals(version)).orElse(false)) {
            return new AskedVersion(
                    version, Optional.empty(), true, "it is the version that is chosen.", List.of(), Optional.empty());
        }
        if (request.installed().map(InstalledBundle::version).equals(Optional.of(version))) {
            String staying = resolved.map(one -> ", and the catalogs lead to "
                            + one.bundle().version() + ": set spec.source.catalog.version to " + version + " to stay.")
                    .orElse(".");
            return new AskedVersion(
                    version, Optional.empty(), true, "it is installed" + staying, List.of(), Optional.empty());
        }
        if (bundles.isEmpty()) {
            return new AskedVersion(
                    version,
                    Optional.empty(),
                    false,
                    "no selected catalog has it: " + known(candidates) + ".",
                    reasons,
                    Optional.empty());
        }
        Resolution alone = Resolver.resolve(withVersion(request, version), candidates.graphs());
        String conclusion = switch (alone) {
            case Resolved _ ->
                reasons.stream()
                                .findFirst()
                                .map(one -> one.rule().label() + ": " + one.why() + ". ")
                                .orElse("")
                        + "Set spec.source.catalog.version to " + version + " to get it.";
            case Unresolved unresolved -> unresolved.explanation().conclusion();
        };
        return new AskedVersion(
                version,
                Optional.empty(),
                false,
                conclusion,
                reasons,
                alone.explanation().path());
    }

    private static AskedVersion asked(SpecRange range, ResolutionRequest request, Candidates candidates) {
        List<String> matching = versions(candidates, bundle -> range.contains(version(bundle)));
        Resolution alone = Resolver.explain(withVersion(request, range.text()), candidates.graphs());
        return new AskedVersion(
                range.text(),
                Optional.of(matching),
                alone instanceof Resolved,
                matching.isEmpty()
                        ? "no version of the selected catalogs is in it: " + known(candidates) + "."
                        : ShortList.of(MAX_VERSIONS, matching) + ". "
                                + alone.explanation().conclusion(),
                List.of(),
                alone.explanation().path());
    }

    /** Whether a text is one version, and not a range. */
    static boolean isVersion(String text) {
        try {
            var _ = Version.parse(text);
            return true;
        } catch (VersionSyntaxException e) {
            return false;
        }
    }

    private static ResolutionRequest withVersion(ResolutionRequest request, String version) {
        return new ResolutionRequest(
                request.packageName(), Optional.of(version), request.channels(), request.policy(), request.installed());
    }

    private static String known(Candidates candidates) {
        List<String> versions = versions(candidates, _ -> true);
        if (versions.isEmpty()) {
            return candidates.unavailable().isEmpty()
                    ? "they do not have the package"
                    : "those that answer do not have the package";
        }
        return "they have " + ShortList.of(MAX_VERSIONS, versions);
    }

    /** The versions of bundles, the highest first. */
    private static List<String> versions(Candidates candidates, Predicate<Bundle> wanted) {
        return candidates.graphs().stream()
                .flatMap(graph -> graph.graph().bundles().stream())
                .filter(wanted)
                .sorted(Comparator.comparing(ExtensionExplanation::version).reversed())
                .map(Bundle::version)
                .distinct()
                .toList();
    }

    /** The version of a bundle; the lowest one if it cannot be read. */
    private static Version version(Bundle bundle) {
        try {
            return Version.parse(bundle.version());
        } catch (VersionSyntaxException e) {
            return Version.parse("0.0.0-0");
        }
    }
}
