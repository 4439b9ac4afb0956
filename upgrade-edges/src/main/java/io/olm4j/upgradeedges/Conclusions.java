package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.upgradeedges.path.Texts;
import io.olm4j.versionranges.ShortList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains in one or two sentences why nothing was resolved and what the user can do. */
final class Conclusions {
    private static final int MAX_CHANNELS = 20;

    private Conclusions() {}

    static String noSuchPackage(ResolutionRequest request) {
        return "No selected catalog has the package " + Texts.quoted("", request.packageName())
                + ": check the name, and that the catalogs are selected and served.";
    }

    static String noMatch(ResolutionRequest request, List<CatalogView> views, List<Dropped> dropped, Detours detours) {
        var known = views.stream()
                .flatMap(view -> view.catalog().graph().channels().stream())
                .map(Channel::name)
                .collect(Collectors.toCollection(TreeSet::new));
        var unknown = request.channels().stream()
                .filter(channel -> !known.contains(channel))
                .toList();
        if (!unknown.isEmpty() && unknown.size() == request.channels().size()) {
            return unknownChannels(unknown, known);
        }
        if (dropped.isEmpty()) {
            return "The package has no bundles.";
        }
        return (unknown.isEmpty() ? "" : unknownChannels(unknown, known) + " ")
                + "No bundle fits (" + counts(dropped) + "). "
                + detours.path()
                        .map(way -> DetourTexts.way(request.installed().orElseThrow(), way, detours.walk()))
                        .orElseGet(() -> noWay(request, views, dropped, detours));
    }

    private static String unknownChannels(List<String> unknown, SortedSet<String> known) {
        var noSuch = "The package has no channel " + ShortList.of(MAX_CHANNELS, unknown) + ": ";
        return known.isEmpty()
                ? noSuch + "it has none, so remove spec.source.catalog.channels."
                : noSuch + "it has " + ShortList.of(MAX_CHANNELS, List.copyOf(known))
                        + "; name one of these in spec.source.catalog.channels.";
    }

    private static String noWay(
            ResolutionRequest request, List<CatalogView> views, List<Dropped> dropped, Detours detours) {
        var furthest = dropped.stream()
                .map(Dropped::rule)
                .max(Comparator.naturalOrder())
                .orElseThrow();
        var near = nearest(views, dropped, furthest);
        var nearest = "Nearest: " + near.text() + ". ";
        if (furthest == Rule.UPGRADE_EDGE && isOlder(near.candidate(), request.installed())) {
            return nearest + DetourTexts.downgrade(request.installed().orElseThrow());
        }
        return switch (furthest) {
            case CHANNEL -> nearest + "Name other channels in spec.source.catalog.channels.";
            case VERSION_RANGE ->
                nearest + "Allow another version in spec.source.catalog.version." + next(request, detours);
            // The later rules drop a candidate only if another one remains, which is not the case here.
            case UPGRADE_EDGE, DEPRECATION, LOWER_VERSION, PRIORITY ->
                nearest + DetourTexts.noWay(request.installed().orElseThrow(), detours.next());
        };
    }

    /** A sentence on the possible upgrades, if upgrade edges count; else an empty text. */
    private static String next(ResolutionRequest request, Detours detours) {
        return request.policy() == UpgradeConstraintPolicy.SELF_CERTIFIED
                ? ""
                : request.installed()
                        .map(installed -> " " + DetourTexts.next(installed, detours.next()))
                        .orElse("");
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

    /** The bundle with the highest version among those that passed most rules. */
    private static Near nearest(List<CatalogView> views, List<Dropped> dropped, Rule furthest) {
        var drops = dropped.stream()
                .filter(drop -> drop.rule() == furthest)
                .collect(Collectors.toMap(drop -> new Place(drop.catalog(), drop.bundle()), drop -> drop, (a, b) -> a));
        return views.stream()
                .flatMap(view -> view.upgrades().candidates().stream()
                        .map(candidate -> Optional.ofNullable(drops.get(new Place(view.name(), candidate.name())))
                                .map(drop -> new Near(candidate, drop))))
                .flatMap(Optional::stream)
                .min(Comparator.comparing(Near::candidate, Candidate.HIGHEST_FIRST))
                .orElseThrow();
    }

    private static boolean isOlder(Candidate candidate, Optional<InstalledBundle> installed) {
        return candidate
                .version()
                .filter(version -> installed
                        .filter(bundle ->
                                version.compareTo(InstalledVersion.of(bundle).version()) < 0)
                        .isPresent())
                .isPresent();
    }

    private record Place(String catalog, String bundle) {}

    private record Near(Candidate candidate, Dropped drop) {
        String text() {
            return candidate.name() + " (" + candidate.versionText() + ") of catalog " + drop.catalog() + ": "
                    + drop.why();
        }
    }
}
