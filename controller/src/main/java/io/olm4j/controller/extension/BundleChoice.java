package io.olm4j.controller.extension;

import io.olm4j.controller.catalog.Candidates;
import io.olm4j.controller.catalog.Candidates.Unavailable;
import io.olm4j.upgradeedges.InstalledBundle;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which bundle an extension should have now, given what is installed and what the catalogs offer. */
sealed interface BundleChoice {

    /** This one. */
    record Chosen(Resolved resolved) implements BundleChoice {}

    /** The one it has: there is no catalog to choose from, and nothing else is asked for. */
    record KeepWhatIsThere() implements BundleChoice {}

    /** None, and why. */
    record None(String message) implements BundleChoice {}

    /**
     * Chooses. Upgrade edges start at the bundle that is installed, not at one that is rolling out, so that a stuck roll-out can
     * be left. One catalog that is down blocks nobody, unless it outranks the one that answered and nothing is installed yet.
     */
    static BundleChoice of(DesiredExtension desired, RevisionStates revisions, Candidates candidates) {
        Optional<RevisionState> installed = revisions.installed();
        var request = new ResolutionRequest(
                desired.packageName(),
                desired.version(),
                desired.channels(),
                desired.policy(),
                installed.map(r -> new InstalledBundle(r.bundleName(), r.bundleVersion(), r.release())));
        return switch (Resolver.resolve(request, candidates.graphs())) {
            case Resolved resolved -> accept(resolved, desired, revisions, candidates);
            case Unresolved unresolved -> fallBack(unresolved, desired, revisions, candidates);
        };
    }

    private static BundleChoice accept(
            Resolved resolved, DesiredExtension desired, RevisionStates revisions, Candidates candidates) {
        int priority = candidates.graphs().stream()
                .filter(graph -> graph.catalog().equals(resolved.catalog()))
                .findFirst()
                .orElseThrow()
                .priority();
        Optional<Unavailable> outranking = candidates.unavailable().stream()
                .filter(catalog -> catalog.priority() > priority)
                .max(Comparator.comparingInt(Unavailable::priority));
        if (outranking.isPresent() && revisions.newest().isEmpty()) {
            Unavailable catalog = outranking.get();
            return new None(
                    ("error walking catalogs: %s; it has priority %d and \"%s\", which offers \"%s\", only %d: the first"
                                    + " installation waits for it. Repair it, lower its priority, or select the other one in"
                                    + " spec.source.catalog.selector")
                            .formatted(
                                    failure(catalog, desired.packageName()),
                                    catalog.priority(),
                                    resolved.catalog(),
                                    resolved.bundle().name(),
                                    priority));
        }
        return new Chosen(resolved);
    }

    private static BundleChoice fallBack(
            Unresolved unresolved, DesiredExtension desired, RevisionStates revisions, Candidates candidates) {
        boolean otherVersionWanted = desired.version().isPresent()
                && !desired.version().equals(revisions.installed().map(RevisionState::bundleVersion));
        if (revisions.installed().isPresent() && !candidates.catalogsExist() && !otherVersionWanted) {
            return new KeepWhatIsThere();
        }
        if (candidates.unavailable().isEmpty()) {
            return new None(unresolved.message());
        }
        if (!revisions.rollingOut().isEmpty()) {
            return new KeepWhatIsThere();
        }
        String failures = candidates.unavailable().stream()
                .map(catalog -> failure(catalog, desired.packageName()))
                .collect(Collectors.joining("; "));
        return new None(
                candidates.graphs().isEmpty()
                        ? "error walking catalogs: " + failures
                        : unresolved.message() + "; not every catalog answered: " + failures);
    }

    private static String failure(Unavailable catalog, String packageName) {
        return "error getting package \"%s\" from catalog \"%s\": %s"
                .formatted(packageName, catalog.catalog(), catalog.reason());
    }
}
