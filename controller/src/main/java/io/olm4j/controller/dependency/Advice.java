package io.olm4j.controller.dependency;

import io.olm4j.controller.catalog.Provider;
import io.olm4j.fbc.constraint.Missing;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.ShortList;
import io.olm4j.versionranges.Shortened;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Advice on how to get something that is missing.
 *
 * @param text where it is available, as one clause
 * @param install the package to install; empty if no package has it
 */
record Advice(String text, Optional<Install> install) {

    private static final int SHOWN = 3;
    private static final int NAME = 100;

    /**
     * A package to install.
     *
     * @param version the version to pin; empty if the newest version fits
     */
    record Install(String packageName, Optional<String> version) {}

    /** Searches the catalogs for what is missing. */
    static Advice of(Missing missing, Offers offers) {
        return switch (missing) {
            case Missing.Api(ApiKind api) -> ofApi(offers.providers(api));
            case Missing.PackageInRange(String name, SkipRange range) ->
                ofPackage(name, range, offers.candidates(name));
        };
    }

    private static Advice ofApi(List<Provider> providers) {
        if (providers.isEmpty()) {
            return new Advice("no package of the selected catalogs provides it", Optional.empty());
        }
        String names = providers.stream()
                .limit(SHOWN)
                .map(provider ->
                        "package " + quoted(provider.packageName()) + " of catalog " + quoted(provider.catalog()))
                .collect(Collectors.joining(" or "));
        int more = providers.size() - SHOWN;
        return new Advice(
                names + (more > 0 ? " or one of " + more + " more" : "") + " provides it",
                Optional.of(new Install(providers.getFirst().packageName(), Optional.empty())));
    }

    /** A version that a catalog offers. */
    private record Offered(String catalog, Version version) {}

    private static Advice ofPackage(String name, SkipRange range, Candidates candidates) {
        List<Offered> offered = candidates.graphs().stream()
                .flatMap(Advice::versions)
                .sorted(Comparator.comparing(Offered::version).reversed())
                .toList();
        String unasked = candidates.unavailable().isEmpty()
                ? ""
                : " (not every catalog answered: "
                        + quoted(candidates.unavailable().getFirst().catalog()) + ")";
        if (offered.isEmpty()) {
            return new Advice("no selected catalog offers this package" + unasked, Optional.empty());
        }
        List<Offered> fitting = offered.stream()
                .filter(offer -> range.contains(offer.version()))
                .toList();
        if (fitting.isEmpty()) {
            return new Advice("the selected catalogs offer only " + list(offered) + unasked, Optional.empty());
        }
        Offered best = fitting.getFirst();
        return new Advice(
                "available: " + list(fitting),
                Optional.of(new Install(
                        name,
                        best.equals(offered.getFirst())
                                ? Optional.empty()
                                : Optional.of(best.version().toString()))));
    }

    private static Stream<Offered> versions(CatalogGraph graph) {
        return graph.graph().bundles().stream()
                .flatMap(bundle -> parse(bundle.version()).stream())
                .map(version -> new Offered(graph.catalog(), version));
    }

    private static Optional<Version> parse(String version) {
        try {
            return Optional.of(Version.parse(version));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }

    private static String list(List<Offered> offered) {
        return ShortList.of(
                SHOWN,
                offered.stream()
                        .map(offer -> Shortened.of(NAME, offer.version().toString()) + " of catalog "
                                + quoted(offer.catalog()))
                        .toList());
    }

    static String quoted(String name) {
        return Quoted.of(NAME, name);
    }
}
