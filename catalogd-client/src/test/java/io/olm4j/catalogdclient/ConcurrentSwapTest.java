package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.upgradeedges.catalog.Bundle;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that catalogs can be replaced at the same time while they are read. */
class ConcurrentSwapTest {
    private static final int ROUNDS = 300;

    @TempDir
    Path cache;

    @Test
    void shouldAnswerFromOneContentOrTheOtherWhileTwoCatalogsSwap() throws Exception {
        try (CatalogService one = new CatalogService();
                CatalogService two = new CatalogService();
                CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // given
            one.serve(Catalogs.packageOf("foo", "1.0.0"));
            two.serve(Catalogs.packageOf("foo", "2.0.0"));
            index.refresh(new CatalogLocation("a", one.baseUrl(), ""));
            index.refresh(new CatalogLocation("b", one.baseUrl(), ""));
            // when
            List<Future<?>> swaps = new ArrayList<>();
            for (String catalog : List.of("a", "b")) {
                swaps.add(threads.submit(() -> swap(index, catalog, List.of(two.baseUrl(), one.baseUrl()))));
            }
            // then
            do {
                for (String catalog : List.of("a", "b")) {
                    assertThat(index.lookup(catalog, "foo"))
                            .isInstanceOfSatisfying(
                                    Lookup.Found.class,
                                    found -> assertThat(found.graph().bundles())
                                            .extracting(Bundle::version)
                                            .hasSize(1)
                                            .isSubsetOf("1.0.0", "2.0.0"));
                    assertThat(index.objects(catalog, "foo", _ -> true)).isNotEmpty();
                }
            } while (!swaps.stream().allMatch(Future::isDone));
            for (Future<?> swap : swaps) {
                swap.get();
            }
        }
    }

    private static void swap(CatalogIndex index, String catalog, List<URI> urls) {
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(index.refresh(new CatalogLocation(catalog, urls.get(round % 2), "")))
                    .isInstanceOf(Refresh.Updated.class);
        }
    }
}
