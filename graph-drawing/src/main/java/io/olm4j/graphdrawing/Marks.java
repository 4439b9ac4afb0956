package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import io.olm4j.upgradeedges.path.UpgradePath;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bundles that a drawing marks, by name.
 *
 * @param installed where one is
 * @param next what one upgrade reaches from there
 * @param path the bundles to install one after the other, up to the wanted one
 * @param to the wanted one
 */
public record Marks(Optional<String> installed, Set<String> next, List<String> path, Optional<String> to) {
    /** Nothing is marked. */
    public static final Marks NONE = new Marks(Optional.empty(), Set.of(), List.of(), Optional.empty());

    /** Copies the sets. */
    public Marks {
        next = Set.copyOf(next);
        path = List.copyOf(path);
    }

    /**
     * The marks for an installed bundle, along the edges that the resolver follows.
     *
     * @param channels only these channels; an empty list for all
     * @param to the bundle to reach
     * @throws io.olm4j.versionranges.VersionSyntaxException if the version of the installed bundle cannot be read
     */
    public static Marks of(PackageGraph graph, List<String> channels, Bundle installed, Optional<Bundle> to) {
        var upgrades = UpgradeGraph.of(graph, channels);
        var start = new InstalledBundle(installed.name(), installed.version(), installed.release());
        List<Hop> path = to.filter(bundle -> !bundle.name().equals(installed.name()))
                .flatMap(bundle -> upgrades.path(start, bundle.name()))
                .map(UpgradePath::hops)
                .orElse(List.of());
        return new Marks(
                Optional.of(installed.name()),
                upgrades.successors(start).stream().map(Hop::bundle).collect(Collectors.toSet()),
                path.stream().map(Hop::bundle).toList(),
                to.map(Bundle::name));
    }

    boolean isEmpty() {
        return installed.isEmpty() && to.isEmpty();
    }

    /** What stands at a bundle; several words if it is several things. */
    List<String> words(String name) {
        List<String> words = new ArrayList<>();
        if (installed.filter(name::equals).isPresent()) {
            words.add("installed");
        }
        if (path.contains(name)) {
            words.add("step " + (path.indexOf(name) + 1));
        } else if (to.filter(name::equals).isPresent()) {
            words.add("wanted");
        } else if (next.contains(name)) {
            words.add("next");
        }
        return words;
    }

    /** The class of a bundle for colours; empty if it is not marked. */
    String cssClass(String name) {
        if (installed.filter(name::equals).isPresent()) {
            return "installed";
        }
        if (path.contains(name) || to.filter(name::equals).isPresent()) {
            return "step";
        }
        return next.contains(name) ? "next" : "";
    }

    /** Whether a bundle has a box of its own. */
    boolean standsAlone(String name) {
        return installed.filter(name::equals).isPresent()
                || path.contains(name)
                || to.filter(name::equals).isPresent();
    }
}
