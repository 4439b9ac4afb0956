package io.olm4j.cli.resolve;

import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Reason;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which bundle an extension would get from these catalogs, some of which may not answer. */
sealed interface Choice {

    /**
     * A bundle.
     *
     * @param warning why a first installation would not begin at once; empty if it would
     */
    record Chosen(Resolved resolved, String warning) implements Choice {}

    /**
     * No bundle.
     *
     * @param error why, in the words of OLM v1
     * @param advice what these leave out; empty if nothing
     * @param explanation what happened to every candidate; empty if none was looked at
     */
    record None(String error, String advice, Optional<Explanation> explanation) implements Choice {}

    /**
     * Chooses a bundle.
     *
     * @param explain whether the explanation also says where upgrades lead on from a chosen bundle
     */
    static Choice of(ResolutionRequest request, Candidates candidates, boolean explain) {
        return switch (explain
                ? Resolver.explain(request, candidates.graphs())
                : Resolver.resolve(request, candidates.graphs())) {
            case Resolved resolved -> accept(resolved, request, candidates);
            case Unresolved unresolved -> decline(unresolved, request, candidates);
        };
    }

    /** A first installation waits for a catalog that could change the choice. */
    private static Choice accept(Resolved resolved, ResolutionRequest request, Candidates candidates) {
        int priority = candidates.graphs().stream()
                .filter(graph -> graph.catalog().equals(resolved.catalog()))
                .findFirst()
                .orElseThrow()
                .priority();
        Optional<Unavailable> rival = candidates.unavailable().stream()
                .filter(catalog ->
                        catalog.priority() >= priority && request.installed().isEmpty())
                .max(Comparator.comparingInt(Unavailable::priority));
        if (rival.isEmpty()) {
            return new Chosen(resolved, "");
        }
        String failure = failure(rival.get(), request);
        return rival.get().priority() == priority
                ? new Chosen(
                        resolved,
                        ("%s; it has the same priority %d as \"%s\", which offers \"%s\", so that the choice may be"
                                        + " ambiguous: the first installation waits for it. Repair it, give the two"
                                        + " different priorities (spec.priority), or select one of them in"
                                        + " spec.source.catalog.selector")
                                .formatted(
                                        failure,
                                        priority,
                                        resolved.catalog(),
                                        resolved.bundle().name()))
                : new None(
                        ("error walking catalogs: %s; it has priority %d and \"%s\", which offers \"%s\", only %d: the"
                                        + " first installation waits for it. Repair it, lower its priority, or"
                                        + " select the"
                                        + " other one in spec.source.catalog.selector")
                                .formatted(
                                        failure,
                                        rival.get().priority(),
                                        resolved.catalog(),
                                        resolved.bundle().name(),
                                        priority),
                        "",
                        Optional.of(resolved.explanation()));
    }

    private static Choice decline(Unresolved unresolved, ResolutionRequest request, Candidates candidates) {
        boolean otherVersionWanted = request.versionRange().isPresent()
                && !request.versionRange().equals(request.installed().map(InstalledBundle::version));
        if (!candidates.catalogsExist() && request.installed().isPresent() && !otherVersionWanted) {
            return new None("no catalog is selected, so that what is installed stays", "", Optional.empty());
        }
        if (candidates.unavailable().isEmpty()) {
            String advice = unresolved.reason() == Reason.NO_SUCH_PACKAGE
                    ? unresolved.explanation().conclusion()
                    : "";
            return new None(unresolved.message(), advice, Optional.of(unresolved.explanation()));
        }
        String failures = candidates.unavailable().stream()
                .map(catalog -> failure(catalog, request))
                .collect(Collectors.joining("; "));
        return new None(
                candidates.graphs().isEmpty()
                        ? "error walking catalogs: " + failures
                        : unresolved.message() + "; not every catalog answered: " + failures,
                "",
                Optional.of(unresolved.explanation()));
    }

    private static String failure(Unavailable catalog, ResolutionRequest request) {
        return "error getting package \"%s\" from catalog \"%s\": %s"
                .formatted(request.packageName(), catalog.catalog(), catalog.reason());
    }
}
