package io.olm4j.upgradeedges;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.Paths;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import io.olm4j.versionranges.SpecRangePattern;
import io.olm4j.versionranges.VersionRelease;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares paths of several upgrades with those of a naive search, and follows the advice of the resolver. */
class UpgradePathDifferentialTest {
    private static final int CASES = 1500;
    private static final int MAX_HOPS = 4;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldFindTheBestPathWhenRandom(long seed) {
        var random = new RandomCase(seed);
        Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < CASES; i++) {
            var channels = random.request().channels();
            var graph = random.sparseGraph();
            var installed = VersionRelease.ofRegistryV1("1.0.0");
            for (var goal : graph.bundles()) {
                if (!goal.name().equals("foo.v1.0.0")) {
                    var expected = new NaivePaths(graph, channels).best("foo.v1.0.0", installed, goal.name(), MAX_HOPS);
                    var path = Paths.path(
                                    UpgradeGraph.of(graph, channels),
                                    new InstalledBundle("foo.v1.0.0", "1.0.0", Optional.empty()),
                                    goal.name())
                            .filter(found -> found.hops().size() <= MAX_HOPS);

                    assertThat(path.stream()
                                    .flatMap(found -> found.hops().stream().map(Hop::bundle)))
                            .as(() -> goal + " of " + graph + " in " + channels)
                            .isEqualTo(expected);
                    lengths.add(expected.size());
                }
            }
        }
        assertThat(lengths).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
    }

    /** The range that the advice names leads to the goal, or each version of the path by itself does. */
    @ParameterizedTest
    @ValueSource(longs = {3, 4})
    void shouldArriveWhenTheAdviceIsTakenAndThereIsOneCatalog(long seed) {
        var random = new RandomCase(seed);
        int ranges = 0;
        int pins = 0;
        for (int i = 0; i < 4 * CASES; i++) {
            var request = random.request();
            var catalogs = List.of(new CatalogGraph("main", 0, random.sparseGraph()));
            if (Resolver.resolve(request, catalogs) instanceof Unresolved unresolved
                    && unresolved.explanation().path().isPresent()) {
                var hops = unresolved.explanation().path().get().path().hops();
                assertThat(hops.size()).isGreaterThan(1);
                assertThat(unresolved.explanation().next())
                        .anyMatch(next -> next.hop().equals(hops.getFirst()));
                var range = unresolved.explanation().walk().flatMap(Walk::range);
                if (range.isPresent()) {
                    ranges++;
                    assertThat(unresolved.explanation().conclusion()).contains("\"" + range.get() + "\"");
                    assertThat(SpecRangePattern.admits(range.get())).isTrue();
                    assertThat(end(request, range, catalogs))
                            .isEqualTo(hops.getLast().bundle());
                } else {
                    pins++;
                    assertThat(unresolved.explanation().conclusion())
                            .contains("\"" + hops.getFirst().version() + "\" first");
                }
                walk(request, catalogs, hops);
            }
        }
        // Random edges also lead to lower versions, which no range walks.
        assertThat(ranges).isGreaterThan(10);
        assertThat(pins).isGreaterThan(10);
    }

    /** The bundle that the controller keeps in the end. */
    private static String end(ResolutionRequest request, Optional<String> range, List<CatalogGraph> catalogs) {
        var installed = request.installed().orElseThrow();
        for (int i = 0; i < 100; i++) {
            var step =
                    new ResolutionRequest("foo", range, request.channels(), request.policy(), Optional.of(installed));
            var resolved = (Resolved) Resolver.resolve(step, catalogs);
            if (resolved.bundle().name().equals(installed.name())) {
                return installed.name();
            }
            installed = new InstalledBundle(
                    resolved.bundle().name(), resolved.bundle().version(), Optional.empty());
        }
        throw new AssertionError("it goes round in a circle: " + request);
    }

    private static void walk(ResolutionRequest request, List<CatalogGraph> catalogs, List<Hop> hops) {
        var installed = request.installed().orElseThrow();
        for (var hop : hops) {
            boolean last = hop.equals(hops.getLast());
            var wanted = last ? request.versionRange() : Optional.of(hop.version());
            var step =
                    new ResolutionRequest("foo", wanted, request.channels(), request.policy(), Optional.of(installed));

            var resolution = Resolver.resolve(step, catalogs);

            assertThat(resolution)
                    .as(() -> step + " of " + catalogs)
                    .isInstanceOfSatisfying(
                            Resolved.class,
                            resolved -> assertThat(resolved.bundle().version().replaceAll("\\+.*", ""))
                                    .isEqualTo(hop.version().replaceAll("\\+.*", "")));
            installed = new InstalledBundle(hop.bundle(), hop.version(), Optional.empty());
        }
    }
}
