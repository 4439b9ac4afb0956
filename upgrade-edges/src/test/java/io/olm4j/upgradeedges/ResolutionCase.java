package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Deprecation.Scope;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A case for the resolver, read from text:
 *
 * <pre>
 * want foo version=">=1.0" channels=a,b policy=SelfCertified installed=foo.v1@1.0.0 release=2
 * catalog main priority=10
 * bundle foo.v1 1.0.0 property=olm.gvk.required
 * channel a
 * entry foo.v2 replaces=foo.v1 skips=x,y skipRange="&lt;1.0.0"
 * deprecate bundle foo.v1 "use foo.v2"
 * </pre>
 *
 * <p>Empty lines and lines that begin with # are ignored. A line belongs to the catalog and the channel above it.
 */
public final class ResolutionCase {
    private final List<CatalogGraph> catalogs = new ArrayList<>();
    private Line want = new Line(List.of());
    private Line catalog = new Line(List.of());
    private final List<Channel> channels = new ArrayList<>();
    private final List<Bundle> bundles = new ArrayList<>();
    private final List<Deprecation> deprecations = new ArrayList<>();

    private ResolutionCase() {}

    public static ResolutionCase read(String text) {
        var result = new ResolutionCase();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(Line::of)
                .forEach(result::add);
        result.endCatalog();
        return result;
    }

    private void add(Line line) {
        switch (line.word(0)) {
            case "want" -> want = line;
            case "catalog" -> {
                endCatalog();
                catalog = line;
            }
            case "bundle" -> bundles.add(bundle(line));
            case "channel" -> channels.add(new Channel(line.word(1), List.of()));
            case "entry" -> {
                var channel = channels.removeLast();
                var entries = new ArrayList<>(channel.entries());
                entries.add(new Entry(
                        line.word(1), line.option("replaces"), line.options("skips"), line.option("skipRange")));
                channels.add(new Channel(channel.name(), entries));
            }
            case "deprecate" -> deprecations.add(deprecation(line));
            default -> throw new IllegalArgumentException("unknown line " + line);
        }
    }

    private void endCatalog() {
        if (!catalog.words().isEmpty()) {
            var graph = new PackageGraph(want.word(1), Optional.empty(), channels, bundles, deprecations);
            int priority = catalog.option("priority").map(Integer::parseInt).orElse(0);
            catalogs.add(new CatalogGraph(catalog.word(1), priority, graph));
        }
        channels.clear();
        bundles.clear();
        deprecations.clear();
    }

    private static Bundle bundle(Line line) {
        var properties = line.options("property").stream()
                .map(type -> new Property(type, "{}"))
                .toList();
        return new Bundle(
                line.word(1),
                "registry.example/" + line.word(1),
                line.word(2),
                line.option("release"),
                line.option("fault").orElse(""),
                properties);
    }

    private static Deprecation deprecation(Line line) {
        var scope = Scope.valueOf(line.word(1).toUpperCase(Locale.ROOT));
        return scope == Scope.PACKAGE
                ? new Deprecation(scope, Optional.empty(), line.word(2))
                : new Deprecation(scope, Optional.of(line.word(2)), line.word(3));
    }

    ResolutionRequest request() {
        var installed = want.option("installed").map(text -> {
            int at = text.indexOf('@');
            return new InstalledBundle(text.substring(0, at), text.substring(at + 1), want.option("release"));
        });
        var policy = want.option("policy").isPresent()
                ? UpgradeConstraintPolicy.SELF_CERTIFIED
                : UpgradeConstraintPolicy.CATALOG_PROVIDED;
        return new ResolutionRequest(want.word(1), want.option("version"), want.options("channels"), policy, installed);
    }

    public List<CatalogGraph> catalogs() {
        return catalogs;
    }

    static String describe(Resolution resolution) {
        var head = switch (resolution) {
            case Resolved resolved ->
                "resolved %s %s %s of catalog %s%n"
                                .formatted(
                                        resolved.bundle().name(),
                                        resolved.version().text(),
                                        resolved.bundle().image(),
                                        resolved.catalog())
                        + resolved.deprecations().stream()
                                .map(deprecation -> "deprecated %s %s: %s%n"
                                        .formatted(
                                                deprecation.scope(),
                                                deprecation.name().orElse("-"),
                                                deprecation.message()))
                                .collect(Collectors.joining())
                        + resolved.dependencies().stream()
                                .map(dependency -> "depends %s %s%n".formatted(dependency.type(), dependency.value()))
                                .collect(Collectors.joining());
            case Unresolved unresolved -> "unresolved %s%n%s%n".formatted(unresolved.reason(), unresolved.message());
        };
        return head + "\n" + resolution.explanation().text(true) + "\n";
    }
}
