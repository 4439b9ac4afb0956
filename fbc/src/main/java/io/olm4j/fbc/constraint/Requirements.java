package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.Quoted;
import java.util.List;
import java.util.stream.Collectors;

/** Writes messages about the needs of bundles and about unmet dependencies. */
final class Requirements {
    private static final int MAX_VERSIONS = 5;

    private final List<OfferedBundle> candidates;

    /** @param candidates the cluster must be the first */
    Requirements(List<OfferedBundle> candidates) {
        this.candidates = candidates;
    }

    String missingApi(ApiKind api) {
        String others = candidates
                .getFirst()
                .otherVersions(api)
                .sorted()
                .limit(MAX_VERSIONS)
                .map(Excerpt::of)
                .collect(Collectors.joining(", "));
        return "requires " + describe(api) + ", which the cluster "
                + (others.isEmpty() ? "does not serve" : "serves only in version " + others);
    }

    String missingPackage(String packageName, String range) {
        String installed = candidates.stream()
                .filter(candidate -> candidate.isOf(packageName))
                .map(candidate -> Excerpt.of(packageName) + " " + candidate.versionText())
                .collect(Collectors.joining(" and "));
        return "requires " + describe(packageName, range) + ", but "
                + (installed.isEmpty() ? "that package is not installed" : installed + " is installed");
    }

    String unfulfilled(Constraint constraint, boolean tooCostly) {
        String text = switch (constraint) {
            case Constraint.Gvk gvk -> missingApi(gvk.api());
            case Constraint.PackageRange range ->
                missingPackage(range.packageName(), range.versionRange().text());
            default -> "requires " + Excerpt.of(describe(constraint)) + ", which no installed bundle fulfils";
        };
        String cost = tooCostly ? "; its CEL rule costs more to evaluate than is allowed, so simplify it" : "";
        return text
                + cost
                + constraint.failureMessage().map(m -> ": " + Excerpt.of(m)).orElse("");
    }

    private static String describe(Constraint constraint) {
        return switch (constraint) {
            case Constraint.All all -> list("all of", all.constraints());
            case Constraint.Any any -> list("any of", any.constraints());
            case Constraint.Not not -> list("none of", not.constraints());
            case Constraint.Gvk gvk -> describe(gvk.api());
            case Constraint.PackageRange range ->
                describe(range.packageName(), range.versionRange().text());
            case Constraint.Cel cel -> "the rule " + Quoted.of(cel.rule().text());
        };
    }

    private static String list(String which, List<Constraint> constraints) {
        return constraints.stream().map(Requirements::describe).collect(Collectors.joining("; ", which + " (", ")"));
    }

    private static String describe(ApiKind api) {
        return "the API " + Excerpt.of(api.toString());
    }

    private static String describe(String packageName, String range) {
        return "package " + Quoted.of(Excerpt.of(packageName)) + " in range " + Excerpt.of(range);
    }
}
