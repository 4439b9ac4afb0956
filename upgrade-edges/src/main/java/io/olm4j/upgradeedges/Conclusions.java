package io.olm4j.upgradeedges;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Says in a sentence or two why nothing was resolved and what would help. */
final class Conclusions {
    private Conclusions() {}

    static String noSuchPackage(ResolutionRequest request) {
        return "No selected catalog has the package " + Texts.quoted("", request.packageName())
                + ": check the name, and that the catalogs are selected and served.";
    }

    static String noMatch(ResolutionRequest request, List<CatalogGraph> catalogs, List<Dropped> dropped) {
        var known = catalogs.stream()
                .flatMap(catalog -> catalog.graph().channels().stream())
                .map(Channel::name)
                .collect(Collectors.toCollection(TreeSet::new));
        if (!request.channels().isEmpty() && request.channels().stream().noneMatch(known::contains)) {
            return "The package has no " + Texts.channels(request.channels()) + ": it has "
                    + (known.isEmpty() ? "none" : Texts.channels(List.copyOf(known))) + ".";
        }
        if (dropped.isEmpty()) {
            return "The package has no bundles.";
        }
        var furthest = dropped.stream()
                .map(Dropped::rule)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return "No bundle fits (" + counts(dropped) + "). Nearest: " + nearest(catalogs, dropped, furthest) + ". "
                + advice(furthest);
    }

    static String ambiguous(List<Offer> offers) {
        return "Several catalogs of priority " + offers.getFirst().catalog().priority() + " have a bundle that fits: "
                + offers.stream().map(Offer::text).sorted().collect(Collectors.joining(", "))
                + ". Give one of them a higher spec.priority, or select one with spec.source.catalog.selector.";
    }

    private static String counts(List<Dropped> dropped) {
        return Stream.of(Rule.values())
                .flatMap(rule -> {
                    long count =
                            dropped.stream().filter(drop -> drop.rule() == rule).count();
                    return count == 0 ? Stream.empty() : Stream.of(count + " dropped by " + rule.label());
                })
                .collect(Collectors.joining(", "));
    }

    private static String advice(Rule furthest) {
        return switch (furthest) {
            case CHANNEL -> "Name other channels in spec.source.catalog.channels.";
            case VERSION_RANGE -> "Allow another version in spec.source.catalog.version.";
            case UPGRADE_EDGE, DEPRECATION, LOWER_VERSION, PRIORITY ->
                "Go by a version in between that an edge leads to, or set spec.source.catalog.upgradeConstraintPolicy to"
                        + " SelfCertified to go without edges.";
        };
    }

    /** The highest version among the bundles that got furthest. */
    private static String nearest(List<CatalogGraph> catalogs, List<Dropped> dropped, Rule furthest) {
        var drops = dropped.stream()
                .filter(drop -> drop.rule() == furthest)
                .collect(Collectors.toMap(drop -> new Place(drop.catalog(), drop.bundle()), drop -> drop, (a, b) -> a));
        return catalogs.stream()
                .flatMap(catalog -> catalog.graph().bundles().stream()
                        .map(bundle -> Optional.ofNullable(drops.get(new Place(catalog.catalog(), bundle.name())))
                                .map(drop -> new Near(Candidate.of(bundle), drop))))
                .flatMap(Optional::stream)
                .min(Comparator.comparing(Near::candidate, Candidate.HIGHEST_FIRST))
                .map(Near::text)
                .orElseThrow();
    }

    private record Place(String catalog, String bundle) {}

    private record Near(Candidate candidate, Dropped drop) {
        String text() {
            return candidate.name() + " (" + candidate.versionText() + ") of catalog " + drop.catalog() + ": "
                    + drop.why();
        }
    }
}
