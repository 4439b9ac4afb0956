package io.olm4j.upgradeedges;

import static java.util.Comparator.comparingInt;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.VersionRelease;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A second implementation of the path of several upgrades. It tries all paths up to a length. */
final class NaivePaths {
    private final PackageGraph graph;
    private final List<String> channels;

    NaivePaths(PackageGraph graph, List<String> channels) {
        this.graph = graph;
        this.channels = channels;
    }

    /** The best path of at most so many upgrades, as names; empty if there is none. */
    List<String> best(String name, VersionRelease version, String goal, int length) {
        for (int hops = 1; hops <= length; hops++) {
            var best = all(new Bundle(name, "image", version.text(), List.of()), hops).stream()
                    .filter(path -> path.getLast().name().equals(goal))
                    .min(comparingInt(this::deprecations).thenComparing(NaivePaths::versions, lexicographically()));
            if (best.isPresent()) {
                return best.get().stream().map(Bundle::name).toList();
            }
        }
        return List.of();
    }

    private List<List<Bundle>> all(Bundle from, int hops) {
        if (hops == 0) {
            return List.of(List.of());
        }
        var paths = new ArrayList<List<Bundle>>();
        for (var bundle : graph.bundles()) {
            if (readable(bundle) && leads(from, bundle)) {
                all(bundle, hops - 1)
                        .forEach(rest -> paths.add(
                                Stream.concat(Stream.of(bundle), rest.stream()).toList()));
            }
        }
        return paths;
    }

    private boolean leads(Bundle from, Bundle to) {
        return graph.channels().stream()
                .filter(channel -> channels.isEmpty() || channels.contains(channel.name()))
                .flatMap(channel -> channel.entries().stream())
                .filter(entry -> entry.name().equals(to.name()))
                .anyMatch(entry -> entry.replaces().equals(Optional.of(from.name()))
                        || entry.skips().contains(from.name())
                        || entry.skipRange()
                                .filter(range -> contains(range, from))
                                .isPresent());
    }

    private static boolean contains(String range, Bundle bundle) {
        try {
            return SkipRange.parse(range)
                    .contains(VersionRelease.ofRegistryV1(bundle.version()).version());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean readable(Bundle bundle) {
        try {
            return VersionRelease.ofRegistryV1(bundle.version()).text().equals(bundle.version());
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private boolean deprecated(Bundle bundle) {
        return graph.deprecations().stream()
                .anyMatch(deprecation -> deprecation.name().equals(Optional.of(bundle.name())));
    }

    private int deprecations(List<Bundle> path) {
        return (int) path.stream().filter(this::deprecated).count();
    }

    private static List<VersionRelease> versions(List<Bundle> path) {
        return path.stream()
                .map(bundle -> VersionRelease.ofRegistryV1(bundle.version()))
                .toList();
    }

    private static Comparator<List<VersionRelease>> lexicographically() {
        return (left, right) -> {
            for (int i = 0; i < left.size(); i++) {
                int order = right.get(i).compareTo(left.get(i));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        };
    }
}
