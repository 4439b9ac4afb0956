package io.olm4j.upgradeedges;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the resolver with a second, naive resolver on random packages, and checks invariants. */
class ResolverDifferentialTest {
    private static final int CASES = 3000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAgreeWithTheNaiveResolverWhenRandom(long seed) {
        var random = new RandomCase(seed);
        var outcomes = new HashMap<String, Integer>();
        for (int i = 0; i < CASES; i++) {
            var request = random.request();
            var catalogs = random.catalogs();

            var expected = NaiveResolver.resolve(request, catalogs);

            assertThat(outcome(Resolver.resolve(request, catalogs)))
                    .as(() -> request + " of " + catalogs)
                    .isEqualTo(expected);
            outcomes.merge(expected.replaceAll("/.*", ""), 1, Integer::sum);
        }
        // Then every kind of outcome occurred
        assertThat(outcomes)
                .containsOnlyKeys(
                        "catalog0",
                        "catalog1",
                        "catalog2",
                        "desired version range",
                        "error walking catalogs",
                        "error upgrading no bundles",
                        "no bundles found",
                        "found bundles",
                        "error getting");
    }

    @ParameterizedTest
    @ValueSource(longs = {4})
    void shouldNotCareForTheOrderOfCatalogsWhenRandom(long seed) {
        var random = new RandomCase(seed);
        for (int i = 0; i < CASES; i++) {
            var request = random.request();
            var catalogs = random.catalogs();

            assertThat(outcome(Resolver.resolve(request, catalogs.reversed())))
                    .isEqualTo(outcome(Resolver.resolve(request, catalogs)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5})
    void shouldExplainEveryBundleOnceWhenRandom(long seed) {
        var random = new RandomCase(seed);
        for (int i = 0; i < CASES; i++) {
            var request = random.request();
            var catalogs = random.catalogs();

            var resolution = Resolver.resolve(request, catalogs);

            var dropped = resolution.explanation().dropped().stream()
                    .map(drop -> drop.catalog() + "/" + drop.bundle())
                    .toList();
            var all = bundles(catalogs);
            assertThat(all).containsAll(dropped);
            assertThat(dropped).doesNotHaveDuplicates();
            switch (resolution) {
                case Resolved resolved ->
                    assertThat(Stream.concat(
                                    dropped.stream(),
                                    Stream.of(resolved.catalog() + "/"
                                            + resolved.bundle().name())))
                            .containsExactlyInAnyOrderElementsOf(all);
                case Unresolved unresolved -> {
                    switch (unresolved.reason()) {
                        case NO_MATCH -> assertThat(dropped).containsExactlyInAnyOrderElementsOf(all);
                        case AMBIGUOUS, INVALID_BUNDLE_VERSION ->
                            assertThat(dropped).hasSizeLessThan(all.size());
                        case INVALID_VERSION_RANGE, INVALID_INSTALLED_VERSION, NO_SUCH_PACKAGE ->
                            assertThat(dropped).isEmpty();
                    }
                }
            }
        }
    }

    private static List<String> bundles(List<CatalogGraph> catalogs) {
        return catalogs.stream()
                .flatMap(catalog ->
                        catalog.graph().bundles().stream().map(bundle -> catalog.catalog() + "/" + bundle.name()))
                .toList();
    }

    private static String outcome(Resolution resolution) {
        return switch (resolution) {
            case Resolved resolved ->
                resolved.catalog() + "/" + resolved.bundle().name();
            case Unresolved unresolved ->
                switch (unresolved.reason()) {
                    case INVALID_VERSION_RANGE -> "desired version range";
                    case INVALID_INSTALLED_VERSION -> "error walking catalogs";
                    case NO_SUCH_PACKAGE, NO_MATCH ->
                        unresolved.message().startsWith("error upgrading from currently installed version")
                                ? "error upgrading no bundles"
                                : "no bundles found";
                    case AMBIGUOUS -> "found bundles";
                    case INVALID_BUNDLE_VERSION -> "error getting";
                };
        };
    }
}
