package io.olm4j.controller.extension;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.controller.catalog.Candidates;
import io.olm4j.controller.catalog.Candidates.Unavailable;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Reason;
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

    /**
     * The one it has: the catalogs do not answer, but did so when they were asked the same.
     *
     * @param complaint what is missing, where that has to be said
     */
    record KeepWhatIsThere(RevisionState revision, Optional<String> complaint) implements BundleChoice {}

    /** None, why, and what happened to every candidate. */
    record None(String message, Explanation explanation) implements BundleChoice {}

    /** None until the spec changes, since what it asks for can't be read. */
    record Invalid(String message) implements BundleChoice {}

    /**
     * Chooses. Upgrade edges start from the bundle that has rolled out last, not from one that is rolling out, so that a stuck
     * roll-out can be left. A catalog that is down does not stop what is installed or rolling out; a first installation waits for
     * it if its answer could change the choice.
     *
     * @param candidates what the selected catalogs offer of the package
     */
    static BundleChoice of(CatalogFilter wanted, Candidates candidates, RevisionStates revisions) {
        ResolutionRequest request =
                ResolutionRequests.of(wanted, revisions.installed().map(RevisionState::bundle));
        return switch (Resolver.resolve(request, candidates.graphs())) {
            case Resolved resolved -> accept(resolved, request, candidates, revisions);
            case Unresolved unresolved
            when unresolved.reason() == Reason.INVALID_VERSION_RANGE -> new Invalid(unresolved.message());
            case Unresolved unresolved -> fallBack(unresolved, wanted, candidates, revisions);
        };
    }

    private static BundleChoice accept(
            Resolved resolved, ResolutionRequest request, Candidates candidates, RevisionStates revisions) {
        int priority = candidates.graphs().stream()
                .filter(graph -> graph.catalog().equals(resolved.catalog()))
                .findFirst()
                .orElseThrow()
                .priority();
        return candidates.unavailable().stream()
                .filter(catalog ->
                        catalog.priority() >= priority && revisions.newest().isEmpty())
                .max(Comparator.comparingInt(Unavailable::priority))
                .<BundleChoice>map(rival -> new None(
                        "error walking catalogs: " + failure(rival, request.packageName())
                                + wait(rival, resolved, priority),
                        resolved.explanation()))
                .orElseGet(() -> new Chosen(resolved));
    }

    private static String wait(Unavailable rival, Resolved resolved, int priority) {
        return rival.priority() > priority
                ? ("; it has priority %d and \"%s\", which offers \"%s\", only %d: the first installation waits for it."
                                + " Repair it, lower its priority, or select the other one in"
                                + " spec.source.catalog.selector")
                        .formatted(
                                rival.priority(),
                                resolved.catalog(),
                                resolved.bundle().name(),
                                priority)
                : ("; it has the same priority %d as \"%s\", which offers \"%s\", so that the choice may be ambiguous: the"
                                + " first installation waits for it. Repair it, give the two different priorities"
                                + " (spec.priority), or select one of them in spec.source.catalog.selector")
                        .formatted(
                                priority, resolved.catalog(), resolved.bundle().name());
    }

    private static BundleChoice fallBack(
            Unresolved unresolved, CatalogFilter wanted, Candidates candidates, RevisionStates revisions) {
        String message = message(unresolved, wanted, candidates);
        boolean answered =
                candidates.catalogsExist() && candidates.unavailable().isEmpty();
        return revisions
                .newest()
                .filter(newest ->
                        !answered && Selection.isAnsweredBy(wanted, newest.selection(), newest.bundleVersion()))
                .<BundleChoice>map(newest -> new KeepWhatIsThere(
                        newest, Optional.of(message).filter(_ -> mustBeSaid(newest, wanted, candidates, revisions))))
                .orElseGet(() -> new None(message, unresolved.explanation()));
    }

    /** As in the reference: that nothing answers is left unsaid only where no other version can be meant. */
    private static boolean mustBeSaid(
            RevisionState newest, CatalogFilter wanted, Candidates candidates, RevisionStates revisions) {
        boolean otherVersion = !wanted.version().isEmpty() && !wanted.version().equals(newest.bundleVersion());
        return revisions.rollingOut().isEmpty() && (candidates.catalogsExist() || otherVersion);
    }

    private static String message(Unresolved unresolved, CatalogFilter wanted, Candidates candidates) {
        if (!candidates.catalogsExist()) {
            return unresolved.message() + "; no ClusterCatalog "
                    + (wanted.selector() == null ? "exists" : "matches spec.source.catalog.selector");
        }
        String failures = candidates.unavailable().stream()
                .map(catalog -> failure(catalog, wanted.packageName()))
                .collect(Collectors.joining("; "));
        if (!failures.isEmpty()) {
            return candidates.graphs().isEmpty()
                    ? "error walking catalogs: " + failures
                    : unresolved.message() + "; not every catalog answered: " + failures;
        }
        return unresolved.reason() == Reason.NO_SUCH_PACKAGE
                ? unresolved.message()
                        + "; no selected catalog has this package: check spec.source.catalog.packageName and the selector"
                : unresolved.message();
    }

    private static String failure(Unavailable catalog, String packageName) {
        return "error getting package \"%s\" from catalog \"%s\": %s"
                .formatted(packageName, catalog.catalog(), catalog.reason());
    }
}
