package io.olm4j.upgradeedges.choice;

import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Reason;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The bundle that an extension should have now, chosen from the installed bundle and the bundles of the catalogs. */
public sealed interface BundleChoice {

    /** The bundle of a resolution. */
    record Chosen(Resolved resolved) implements BundleChoice {}

    /**
     * The bundle of the newest revision: the catalogs answered the same request before, and do not answer now, or no
     * longer offer the bundle while it rolls out.
     *
     * @param complaint the message about the missing answer, if it must be reported
     */
    record KeepWhatIsThere(Optional<String> complaint) implements BundleChoice {}

    /** No bundle; the message says why, the explanation what happened to every candidate. */
    record None(String message, Explanation explanation) implements BundleChoice {}

    /** No bundle until the spec changes, because its version range cannot be read. */
    record Invalid(String message) implements BundleChoice {}

    /**
     * Chooses a bundle. Upgrade edges start from the last bundle that rolled out, not from one that is rolling out, so
     * that an upgrade can replace a stuck roll-out. An unavailable catalog does not affect an installed bundle or a
     * roll-out. If the catalogs offer nothing that fits any more, a roll-out goes on. A first installation and an
     * upgrade wait for an unavailable catalog if its answer could change the choice: if its priority is higher, or if
     * its priority is the same or the new bundle is deprecated. In these two cases an upgrade does not wait if the
     * catalog that offers the new bundle offers that of the newest revision too.
     *
     * @param request the request of the extension; its installed bundle is the last one that rolled out
     * @param selects whether the extension has a catalog selector
     * @param candidates the package in the selected catalogs
     * @param newest the newest revision; empty for a first installation
     */
    static BundleChoice of(
            ResolutionRequest request, boolean selects, Candidates candidates, Optional<CurrentRevision> newest) {
        return switch (Resolver.resolve(request, candidates.graphs())) {
            case Resolved resolved -> accept(resolved, request, candidates, newest);
            case Unresolved unresolved
            when unresolved.reason() == Reason.INVALID_VERSION_RANGE -> new Invalid(unresolved.message());
            case Unresolved unresolved -> fallBack(unresolved, request, selects, candidates, newest);
        };
    }

    private static BundleChoice accept(
            Resolved resolved, ResolutionRequest request, Candidates candidates, Optional<CurrentRevision> newest) {
        if (newest.filter(revision -> revision.holds(resolved.bundle())).isPresent()) {
            return new Chosen(resolved);
        }
        CatalogGraph offering = candidates.graphs().stream()
                .filter(graph -> graph.catalog().equals(resolved.catalog()))
                .findFirst()
                .orElseThrow();
        boolean offersBoth = newest.filter(
                        revision -> offering.graph().bundles().stream().anyMatch(revision::holds))
                .isPresent();
        int priority = offering.priority();
        return candidates.unavailable().stream()
                .filter(catalog -> catalog.priority() > priority
                        || (!offersBoth && (catalog.priority() == priority || isDeprecated(resolved))))
                .max(Comparator.comparingInt(Unavailable::priority))
                .map(rival -> "error walking catalogs: " + failure(rival, request.packageName())
                        + wait(rival, resolved, priority, newest.isPresent() ? "upgrade" : "first installation"))
                .<BundleChoice>map(message -> newest.filter(CurrentRevision::answersRequest)
                        .<BundleChoice>map(revision ->
                                new KeepWhatIsThere(Optional.of(message).filter(_ -> !revision.rollingOut())))
                        .orElseGet(() -> new None(message, resolved.explanation())))
                .orElseGet(() -> new Chosen(resolved));
    }

    private static boolean isDeprecated(Resolved resolved) {
        return resolved.deprecations().stream()
                .anyMatch(
                        deprecation -> deprecation.isOfBundle(resolved.bundle().name()));
    }

    private static String wait(Unavailable rival, Resolved resolved, int priority, String what) {
        if (rival.priority() < priority) {
            return ("; \"%s\" offers \"%s\", which is deprecated, so that the choice may be another one: the %s waits"
                            + " for it. Repair it, or select the other one in spec.source.catalog.selector")
                    .formatted(resolved.catalog(), resolved.bundle().name(), what);
        }
        return rival.priority() > priority
                ? ("; it has priority %d and \"%s\", which offers \"%s\", only %d: the %s waits for it."
                                + " Repair it, lower its priority, or select the other one in"
                                + " spec.source.catalog.selector")
                        .formatted(
                                rival.priority(),
                                resolved.catalog(),
                                resolved.bundle().name(),
                                priority,
                                what)
                : ("; it has the same priority %d as \"%s\", which offers \"%s\", so that the choice may be"
                                + " ambiguous: the %s waits for it. Repair it, give the two different priorities"
                                + " (spec.priority), or select one of them in spec.source.catalog.selector")
                        .formatted(
                                priority, resolved.catalog(), resolved.bundle().name(), what);
    }

    private static BundleChoice fallBack(
            Unresolved unresolved,
            ResolutionRequest request,
            boolean selects,
            Candidates candidates,
            Optional<CurrentRevision> newest) {
        String message = message(unresolved, request.packageName(), selects, candidates);
        boolean answered =
                candidates.catalogsExist() && candidates.unavailable().isEmpty();
        return newest.filter(revision -> revision.answersRequest() && (!answered || revision.rollingOut()))
                .<BundleChoice>map(revision -> new KeepWhatIsThere(
                        Optional.of(message).filter(_ -> mustBeSaid(revision, request, candidates))))
                .orElseGet(() -> new None(message, unresolved.explanation()));
    }

    /**
     * Whether the missing answer must be reported: not during a roll-out and, as in operator-controller, not without
     * any catalog if the request cannot mean another version.
     */
    private static boolean mustBeSaid(CurrentRevision revision, ResolutionRequest request, Candidates candidates) {
        String wanted = request.versionRange().orElse("");
        boolean otherVersion = !wanted.isEmpty() && !wanted.equals(revision.version());
        return !revision.rollingOut() && (candidates.catalogsExist() || otherVersion);
    }

    private static String message(Unresolved unresolved, String packageName, boolean selects, Candidates candidates) {
        if (!candidates.catalogsExist()) {
            return unresolved.message() + "; no ClusterCatalog "
                    + (selects ? "matches spec.source.catalog.selector" : "exists");
        }
        String failures = candidates.unavailable().stream()
                .map(catalog -> failure(catalog, packageName))
                .collect(Collectors.joining("; "));
        if (!failures.isEmpty()) {
            return candidates.graphs().isEmpty()
                    ? "error walking catalogs: " + failures
                    : unresolved.message() + conclusion(unresolved) + ". Not every catalog answered: " + failures;
        }
        return unresolved.reason() == Reason.NO_SUCH_PACKAGE
                ? unresolved.message() + noSuchPackage(candidates.disabled())
                : unresolved.message() + ". " + unresolved.explanation().conclusion();
    }

    private static String noSuchPackage(List<String> disabled) {
        String check = " has this package: check spec.source.catalog.packageName and the selector";
        return disabled.isEmpty()
                ? "; no selected catalog" + check
                : "; no selected catalog that is available" + check + ", or set spec.availabilityMode to Available in "
                        + disabled.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    }

    /**
     * The conclusion about the catalogs that answered; empty if none of them has the package, because the message says
     * so.
     */
    private static String conclusion(Unresolved unresolved) {
        String conclusion = unresolved.explanation().conclusion();
        return unresolved.reason() == Reason.NO_SUCH_PACKAGE
                ? ""
                : ". " + (conclusion.endsWith(".") ? conclusion.substring(0, conclusion.length() - 1) : conclusion);
    }

    private static String failure(Unavailable catalog, String packageName) {
        return "error getting package \"%s\" from catalog \"%s\": %s"
                .formatted(packageName, catalog.catalog(), catalog.reason());
    }
}
