package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation.Scope;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.SpecRange;
import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A second implementation of the resolver. As in OLM v1, one loop goes through the catalogs and keeps the current
 * candidates.
 */
final class NaiveResolver {
    private record Found(CatalogGraph catalog, Bundle bundle) {
        boolean deprecated() {
            return NaiveResolver.deprecated(catalog, bundle);
        }
    }

    private NaiveResolver() {}

    /** The result: {@code catalog/bundle}, or the beginning of the message. */
    static String resolve(ResolutionRequest request, List<CatalogGraph> catalogs) {
        if (request.versionRange().map(NaiveResolver::unreadable).orElse(false)) {
            return "desired version range";
        }
        boolean followEdges = request.policy() == UpgradeConstraintPolicy.CATALOG_PROVIDED
                && request.installed().isPresent();
        var found = new ArrayList<Found>();
        for (var catalog : catalogs) {
            if (followEdges && installedVersion(request).isEmpty()) {
                return "error walking catalogs";
            }
            var best = best(request, catalog, followEdges);
            if (best.isEmpty()) {
                continue;
            }
            if (!found.isEmpty()) {
                boolean priorDeprecated = found.getLast().deprecated();
                if (best.get().deprecated() && !priorDeprecated) {
                    continue;
                }
                if (!best.get().deprecated() && priorDeprecated) {
                    found.clear();
                }
            }
            found.add(best.get());
        }
        if (found.isEmpty()) {
            return request.installed().isPresent() ? "error upgrading no bundles" : "no bundles found";
        }
        found.sort((a, b) -> b.catalog().priority() - a.catalog().priority());
        if (found.size() > 1
                && found.get(0).catalog().priority() == found.get(1).catalog().priority()) {
            return "found bundles";
        }
        var chosen = found.getFirst();
        return version(chosen.bundle()).isEmpty()
                ? "error getting"
                : chosen.catalog().catalog() + "/" + chosen.bundle().name();
    }

    private static Optional<Found> best(ResolutionRequest request, CatalogGraph catalog, boolean followEdges) {
        Optional<Found> best = Optional.empty();
        for (var bundle : catalog.graph().bundles()) {
            if (!inChannels(request, catalog, bundle) || !inRange(request, bundle)) {
                continue;
            }
            if (followEdges && !follows(request, catalog, bundle)) {
                continue;
            }
            if (best.isEmpty() || goesBefore(catalog, bundle, best.get().bundle())) {
                best = Optional.of(new Found(catalog, bundle));
            }
        }
        return best;
    }

    private static boolean goesBefore(CatalogGraph catalog, Bundle bundle, Bundle best) {
        if (deprecated(catalog, bundle) != deprecated(catalog, best)) {
            return deprecated(catalog, best);
        }
        var mine = version(bundle);
        var its = version(best);
        return mine.isPresent() && (its.isEmpty() || mine.get().compareTo(its.get()) > 0);
    }

    private static List<Channel> channels(ResolutionRequest request, CatalogGraph catalog) {
        return catalog.graph().channels().stream()
                .filter(channel ->
                        request.channels().isEmpty() || request.channels().contains(channel.name()))
                .toList();
    }

    private static boolean inChannels(ResolutionRequest request, CatalogGraph catalog, Bundle bundle) {
        return request.channels().isEmpty()
                || channels(request, catalog).stream()
                        .flatMap(channel -> channel.entries().stream())
                        .anyMatch(entry -> entry.name().equals(bundle.name()));
    }

    private static boolean inRange(ResolutionRequest request, Bundle bundle) {
        return request.versionRange()
                .map(range -> version(bundle)
                        .map(version -> SpecRange.parse(range).contains(version.version()))
                        .orElse(false))
                .orElse(true);
    }

    private static boolean follows(ResolutionRequest request, CatalogGraph catalog, Bundle bundle) {
        var name = request.installed().orElseThrow().name();
        var installed = installedVersion(request).orElseThrow();
        boolean same = version(bundle)
                .map(version -> version.compareTo(installed) == 0)
                .orElse(false);
        return same
                || channels(request, catalog).stream()
                        .flatMap(channel -> channel.entries().stream())
                        .filter(entry -> entry.name().equals(bundle.name()))
                        .anyMatch(entry -> entry.replaces().equals(Optional.of(name))
                                || entry.skips().contains(name)
                                || entry.skipRange()
                                        .flatMap(range -> attempt(() -> SkipRange.parse(range)))
                                        .map(range -> range.contains(installed.version()))
                                        .orElse(false));
    }

    private static boolean deprecated(CatalogGraph catalog, Bundle bundle) {
        return catalog.graph().deprecations().stream()
                .anyMatch(deprecation -> deprecation.scope() == Scope.BUNDLE
                        && deprecation.name().equals(Optional.of(bundle.name())));
    }

    private static Optional<VersionRelease> version(Bundle bundle) {
        return attempt(() -> VersionRelease.ofRegistryV1(bundle.version()));
    }

    private static Optional<VersionRelease> installedVersion(ResolutionRequest request) {
        var installed = request.installed().orElseThrow();
        return attempt(() -> installed.release().isPresent()
                ? VersionRelease.of(installed.version(), installed.release().get())
                : VersionRelease.ofRegistryV1(installed.version()));
    }

    private static boolean unreadable(String range) {
        return attempt(() -> SpecRange.parse(range)).isEmpty();
    }

    private static <T> Optional<T> attempt(Supplier<T> supplier) {
        try {
            return Optional.of(supplier.get());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
