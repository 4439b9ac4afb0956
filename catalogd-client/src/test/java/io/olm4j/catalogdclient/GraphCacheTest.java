package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link GraphCache}. */
class GraphCacheTest {
    private static final Lookup GRAPH =
            new Lookup.Found(new PackageGraph("p", Optional.empty(), List.of(), List.of(), List.of()));

    private final GraphCache cache = new GraphCache(100);

    private static GraphCache.Key key(String packageName) {
        return key("c", packageName);
    }

    private static GraphCache.Key key(String catalog, String packageName) {
        return new GraphCache.Key(catalog, packageName, "hash");
    }

    @Test
    void shouldDropWhatWasUsedLeastRecently() {
        cache.put(key("a"), GRAPH, 40);
        cache.put(key("b"), GRAPH, 40);
        assertThat(cache.get(key("a"))).isPresent();

        cache.put(key("c"), GRAPH, 40);

        assertThat(cache.get(key("b"))).isEmpty();
        assertThat(cache.get(key("a"))).isPresent();
        assertThat(cache.get(key("c"))).isPresent();
    }

    @Test
    void shouldNotKeepWhatExceedsTheBudget() {
        cache.put(key("a"), GRAPH, 40);

        cache.put(key("b"), GRAPH, 101);

        assertThat(cache.get(key("b"))).isEmpty();
        assertThat(cache.get(key("a"))).isPresent();
    }

    @Test
    void shouldHaveRoomForTheLargestPackageBesideOthers() {
        GraphCache whole = new GraphCache();
        whole.put(key("a"), GRAPH, GraphSize.MAX_BYTES);

        whole.put(key("b"), GRAPH, GraphSize.MAX_BYTES);

        assertThat(whole.size()).isEqualTo(2);
    }

    @Test
    void shouldNotDropPackagesOfOthersForACatalogThatTakesMoreThanHalf() {
        // given
        cache.put(key("small", "a"), GRAPH, 20);
        cache.put(key("small", "b"), GRAPH, 20);
        // when
        for (int i = 0; i < 10; i++) {
            cache.put(key("large", "p" + i), GRAPH, 25);
        }
        // then
        assertThat(cache.get(key("small", "a"))).isPresent();
        assertThat(cache.get(key("small", "b"))).isPresent();
        assertThat(cache.get(key("large", "p7"))).isEmpty();
        assertThat(cache.get(key("large", "p8"))).isPresent();
        assertThat(cache.get(key("large", "p9"))).isPresent();
    }

    @Test
    void shouldLetOneCatalogTakeAllWhileNoOtherNeedsIt() {
        // given
        for (int i = 0; i < 4; i++) {
            cache.put(key("large", "p" + i), GRAPH, 25);
        }
        assertThat(cache.size()).isEqualTo(4);
        // when
        cache.put(key("small", "a"), GRAPH, 30);
        // then
        assertThat(cache.size()).isEqualTo(3);
        assertThat(cache.get(key("small", "a"))).isPresent();
        assertThat(cache.get(key("large", "p2"))).isPresent();
        assertThat(cache.get(key("large", "p3"))).isPresent();
    }

    @Test
    void shouldCountReplacedEntriesOnce() {
        for (int i = 0; i < 10; i++) {
            cache.put(key("a"), GRAPH, 60);
        }
        cache.put(key("b"), GRAPH, 40);

        assertThat(cache.size()).isEqualTo(2);
    }

    @Test
    void shouldFreeTheBudgetOfRemovedCatalogs() {
        cache.put(new GraphCache.Key("other", "a", "hash"), GRAPH, 90);
        cache.removeCatalog("other");

        cache.put(key("a"), GRAPH, 100);

        assertThat(cache.size()).isEqualTo(1);
        assertThat(cache.get(key("a"))).isPresent();
    }
}
