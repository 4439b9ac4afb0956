package io.olm4j.controller.extension;

import io.olm4j.controller.catalog.Candidates;
import io.olm4j.controller.catalog.Candidates.Unavailable;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.InstalledBundle;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which bundle an extension should have now, given what is installed and what the catalogs offer. */
public sealed interface BundleChoice {

    /** This one. */
    record Chosen(Resolved resolved) implements BundleChoice {}

    /** The one it has: there is no catalog to choose from, and nothing else is asked for. */
    record KeepWhatIsThere() implements BundleChoice {}

    /** None, why, and what happened to every candidate. */
    record None(String message, Explanation explanation) implements BundleChoice {}

    /**
     * Chooses. One catalog that is down blocks nobody, unless it outranks the one that answered and nothing is installed yet.
     *
     * @param request its installed bundle is the one that has rolled out last, not one that is rolling out, so that a stuck
     *     roll-out can be left
     * @param candidates what the selected catalogs offer of the package
     * @param rollingOut whether a bundle is rolling out
     */
    static BundleChoice of(ResolutionRequest request, Candidates candidates, boolean rollingOut) {
        return switch (Resolver.resolve(request, candidates.graphs())) {
            case Resolved resolved -> accept(resolved, request, candidates, rollingOut);
            case Unresolved unresolved -> fallBack(unresolved, request, candidates, rollingOut);
        };
    }

    private static BundleChoice accept(
            Resolved resolved, ResolutionRequest request, Candidates candidates, boolean rollingOut) {
        int priority = candidates.graphs().stream()
                .filter(graph -> graph.catalog().equals(resolved.catalog()))
                .findFirst()
                .orElseThrow()
                .priority();
        Optional<Unavailable> outranking = candidates.unavailable().stream()
                .filter(catalog -> catalog.priority() > priority)
                .max(Comparator.comparingInt(Unavailable::priority));
        if (outranking.isPresent() && request.installed().isEmpty() && !rollingOut) {
            Unavailable catalog = outranking.get();
            return new None(
                    ("error walking catalogs: %s; it has priority %d and \"%s\", which offers \"%s\", only %d: the first"
                                    + " installation waits for it. Repair it, lower its priority, or select the other one in"
                                    + " spec.source.catalog.selector")
                            .formatted(
                                    failure(catalog, request.packageName()),
                                    catalog.priority(),
                                    resolved.catalog(),
                                    resolved.bundle().name(),
                                    priority),
                    resolved.explanation());
        }
        return new Chosen(resolved);
    }

    private static BundleChoice fallBack(
            Unresolved unresolved, ResolutionRequest request, Candidates candidates, boolean rollingOut) {
        boolean otherVersionWanted = request.versionRange().isPresent()
                && !request.versionRange().equals(request.installed().map(InstalledBundle::version));
        if (request.installed().isPresent() && !candidates.catalogsExist() && !otherVersionWanted) {
            return new KeepWhatIsThere();
        }
        if (candidates.unavailable().isEmpty()) {
            return new None(unresolved.message(), unresolved.explanation());
        }
        if (rollingOut) {
            return new KeepWhatIsThere();
        }
        String failures = candidates.unavailable().stream()
                .map(catalog -> failure(catalog, request.packageName()))
                .collect(Collectors.joining("; "));
        return new None(
                candidates.graphs().isEmpty()
                        ? "error walking catalogs: " + failures
                        : unresolved.message() + "; not every catalog answered: " + failures,
                unresolved.explanation());
    }

    private static String failure(Unavailable catalog, String packageName) {
        return "error getting package \"%s\" from catalog \"%s\": %s"
                .formatted(packageName, catalog.catalog(), catalog.reason());
    }
}
