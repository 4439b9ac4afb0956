package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Deprecation.Scope;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Creates small packages in up to three catalogs, and requests for them. The same seed gives the same packages and
 * requests.
 */
final class RandomCase {
    private static final List<String> VERSIONS = List.of(
            "0.9.0",
            "1.0.0",
            "1.0.0+1",
            "1.0.0+2",
            "1.0.0+01",
            "1.1.0-rc.1",
            "1.1.0",
            "1.2.0",
            "1.2.1",
            "2.0.0",
            "2.0.0-0",
            "2.1.0",
            "10.0.0",
            "1.0",
            "");
    private static final List<String> RANGES = List.of(
            "1.x",
            ">=1.0.0",
            "<2.0.0",
            ">=1.0.0-0 <2.0.0",
            "~1.2",
            "1.0.0",
            "2.x || 0.x",
            "!=1.1.0",
            "^1.1",
            "bad range");
    private static final List<String> SKIP_RANGES =
            List.of(">=0.9.0 <1.2.0", "<2.0.0", "1.0.x", ">1.0.0 || <0.5.0", "^1.0.0", ">=1.0.0-0 <1.1.0");
    private static final List<String> CHANNELS = List.of("stable", "candidate", "fast");

    private final Random random;

    RandomCase(long seed) {
        random = new Random(seed);
    }

    ResolutionRequest request() {
        return new ResolutionRequest(
                "foo",
                chance(60) ? Optional.of(pick(RANGES)) : Optional.empty(),
                CHANNELS.stream().filter(channel -> chance(20)).toList(),
                chance(75) ? UpgradeConstraintPolicy.CATALOG_PROVIDED : UpgradeConstraintPolicy.SELF_CERTIFIED,
                chance(70) ? Optional.of(installed()) : Optional.empty());
    }

    private InstalledBundle installed() {
        var version = pick(VERSIONS);
        return new InstalledBundle(
                name(version), version, chance(10) ? Optional.of(pick(List.of("", "1", "2", "01"))) : Optional.empty());
    }

    List<CatalogGraph> catalogs() {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> new CatalogGraph("catalog" + i, random.nextInt(2), graph()))
                .toList();
    }

    /** A package with so few edges that paths of several upgrades are needed. */
    PackageGraph sparseGraph() {
        return graph(30, 2, 6);
    }

    private PackageGraph graph() {
        return graph(70, 8, 25);
    }

    private PackageGraph graph(int replaces, int skips, int skipRanges) {
        var versions = VERSIONS.stream().filter(version -> chance(50)).toList();
        var names = versions.stream().map(RandomCase::name).toList();
        var bundles = new ArrayList<Bundle>();
        versions.forEach(version -> bundles.add(
                random.nextInt(bundles.size() + 1), new Bundle(name(version), "image", version, List.of())));
        var channels = CHANNELS.stream()
                .map(channel -> new Channel(
                        channel,
                        names.stream()
                                .filter(name -> chance(70))
                                .map(name -> entry(name, replaces, skips, skipRanges))
                                .toList()))
                .toList();
        var deprecations = names.stream()
                .filter(name -> chance(20))
                .map(name -> new Deprecation(Scope.BUNDLE, Optional.of(name), "no more " + name))
                .toList();
        return new PackageGraph("foo", Optional.empty(), channels, bundles, deprecations);
    }

    private Entry entry(String name, int replaces, int skips, int skipRanges) {
        return new Entry(
                name,
                chance(replaces) ? Optional.of(name(pick(VERSIONS))) : Optional.empty(),
                VERSIONS.stream()
                        .filter(version -> chance(skips))
                        .map(RandomCase::name)
                        .toList(),
                chance(skipRanges) ? Optional.of(pick(SKIP_RANGES)) : Optional.empty());
    }

    private static String name(String version) {
        return "foo.v" + version;
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
