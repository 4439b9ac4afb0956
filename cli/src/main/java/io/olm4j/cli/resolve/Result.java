package io.olm4j.cli.resolve;

import io.olm4j.cli.output.Table;
import io.olm4j.upgradeedges.Explanation;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.Texts;
import io.olm4j.versionranges.Release;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code olm resolve} prints for an extension.
 *
 * @param bundle what would be installed; empty if nothing, as are version, catalog and image
 * @param release empty if it has none
 * @param deprecations what the catalog deprecates: the package, its selected channels, the bundle
 * @param dependencies what the catalog says the bundle needs
 * @param verdict whether the dependencies are met; null if this was not asked
 * @param error why nothing would be installed; empty if something would
 * @param advice more about the error; empty if there is nothing more
 * @param explanation null unless it was asked for
 */
record Result(
        String bundle,
        String version,
        String release,
        String catalog,
        String image,
        List<DeprecationNotice> deprecations,
        List<Property> dependencies,
        @Nullable DependencyVerdict verdict,
        String error,
        String advice,
        @Nullable Explanation explanation) {

    /**
     * A deprecation.
     *
     * @param what such as {@code package}, {@code channel stable}
     */
    record DeprecationNotice(String what, String message) {
        static DeprecationNotice of(Deprecation deprecation) {
            return new DeprecationNotice(
                    switch (deprecation.scope()) {
                        case PACKAGE -> "package";
                        case CHANNEL -> "channel " + deprecation.name().orElse("");
                        case BUNDLE -> "bundle " + deprecation.name().orElse("");
                    },
                    deprecation.message());
        }
    }

    /** @param channels those that the extension selects; none for all */
    static Result of(Choice choice, List<String> channels, Optional<DependencyVerdict> verdict, boolean explain) {
        return switch (choice) {
            case Choice.Chosen chosen -> chosen(chosen.resolved(), channels, verdict, explain);
            case Choice.None none ->
                new Result(
                        "",
                        "",
                        "",
                        "",
                        "",
                        List.of(),
                        List.of(),
                        null,
                        none.error(),
                        none.advice(),
                        explain ? none.explanation().orElse(null) : null);
        };
    }

    private static Result chosen(
            Resolved resolved, List<String> channels, Optional<DependencyVerdict> verdict, boolean explain) {
        Bundle bundle = resolved.bundle();
        return new Result(
                bundle.name(),
                resolved.version().version().toString(),
                resolved.version().release().map(Release::toString).orElse(""),
                resolved.catalog(),
                bundle.image(),
                resolved.deprecations().stream()
                        .filter(deprecation -> concerns(deprecation, bundle, channels))
                        .map(DeprecationNotice::of)
                        .toList(),
                resolved.dependencies(),
                verdict.orElse(null),
                "",
                "",
                explain ? resolved.explanation() : null);
    }

    /** As the conditions of an extension count deprecations. */
    private static boolean concerns(Deprecation deprecation, Bundle bundle, List<String> channels) {
        return switch (deprecation.scope()) {
            case PACKAGE -> true;
            case CHANNEL ->
                channels.isEmpty()
                        || deprecation.name().filter(channels::contains).isPresent();
            case BUNDLE -> deprecation.isOfBundle(bundle.name());
        };
    }

    /**
     * For people.
     *
     * @param all whether the explanation has a line for each candidate
     */
    static void print(PrintWriter out, Result result, boolean all) {
        if (result.error().isEmpty()) {
            out.println(result.bundle());
            row(out, "version", result.version());
            row(out, "release", result.release());
            row(out, "catalog", result.catalog());
            row(out, "image", result.image());
            result.deprecations()
                    .forEach(deprecated ->
                            row(out, "deprecated", deprecated.what() + ": " + Table.oneLine(deprecated.message())));
            result.dependencies()
                    .forEach(dependency -> row(out, "requires", dependency.type() + " " + dependency.value()));
            if (result.verdict() != null) {
                print(out, result.verdict());
            }
        } else {
            out.println(result.error());
            if (!result.advice().isEmpty() && result.explanation() == null) { // which says it too
                out.println(result.advice());
            }
        }
        if (result.explanation() != null) {
            out.println();
            out.println(result.explanation().text(all));
            int dropped = result.explanation().dropped().size();
            if (!all && dropped > 0) {
                out.println("  not chosen: " + Texts.count(dropped, "bundle") + "; --all shows why");
            }
        }
    }

    /** Whether the extension would get nothing. */
    boolean failed() {
        return !error.isEmpty() || (verdict != null && verdict.holdsBack());
    }

    private static void print(PrintWriter out, DependencyVerdict verdict) {
        row(out, "verdict", verdict.unmet().isEmpty() ? "all dependencies are met" : "not all dependencies are met");
        if (verdict.ignored()) {
            row(out, "ignored", "an annotation of the extension lets it be installed nevertheless");
        }
        if (!verdict.message().isEmpty()) {
            out.println(verdict.message());
        }
    }

    private static void row(PrintWriter out, String name, String value) {
        if (!value.isEmpty()) {
            out.println("  " + name + ":" + " ".repeat(12 - name.length()) + value);
        }
    }
}
