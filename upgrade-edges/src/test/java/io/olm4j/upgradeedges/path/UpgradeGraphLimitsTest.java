package io.olm4j.upgradeedges.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link UpgradeGraph} on packages larger than any real one. */
class UpgradeGraphLimitsTest {
    private static final InstalledBundle START = new InstalledBundle(name(0), "1.0.0", Optional.empty());

    @Test
    void shouldWalkTenThousandEntriesWhenEachReplacesTheOneBefore() {
        assertChain(i -> new Entry(name(i), Optional.of(name(i - 1)), List.of(), Optional.empty()));
    }

    @Test
    void shouldWalkTenThousandEntriesWhenEachHasASkipRange() {
        assertChain(i ->
                new Entry(name(i), Optional.empty(), List.of(), Optional.of(">=1." + (i - 1) + ".0 <1." + i + ".0")));
    }

    @Test
    void shouldGiveUpWhenSkipRangesNeedTooManyComparisons() {
        UpgradeGraph graph = chain(
                20_000,
                i -> new Entry(
                        name(i), Optional.empty(), List.of(), Optional.of(">=1." + (i - 1) + ".0 <1." + i + ".0")));

        assertThat(Paths.path(graph, START, name(19_999))).isEmpty();
    }

    private static void assertChain(IntFunction<Entry> entry) {
        var path = Paths.path(chain(10_000, entry), START, name(9_999));

        assertThat(path.orElseThrow().hops())
                .extracting(Hop::bundle)
                .isEqualTo(IntStream.range(1, 10_000)
                        .mapToObj(UpgradeGraphLimitsTest::name)
                        .toList());
    }

    private static UpgradeGraph chain(int length, IntFunction<Entry> entry) {
        var bundles = IntStream.range(0, length)
                .mapToObj(i -> new Bundle(name(i), "image", "1." + i + ".0", List.of()))
                .toList();
        var entries = IntStream.range(1, length).mapToObj(entry).toList();
        return UpgradeGraph.of(
                new PackageGraph("foo", Optional.empty(), List.of(new Channel("stable", entries)), bundles, List.of()),
                List.of());
    }

    private static String name(int minor) {
        return "foo.v1." + minor + ".0";
    }
}
