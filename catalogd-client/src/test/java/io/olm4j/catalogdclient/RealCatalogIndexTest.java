package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyReading;
import io.olm4j.fbc.property.PropertyValue;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a real catalog passes through the service and the index unchanged. */
class RealCatalogIndexTest {
    @TempDir
    Path cache;

    @Test
    void shouldAnswerEveryPackageAsItStandsInTheCatalog() throws IOException {
        // given
        Path catalog = Path.of("../../shared/data/catalogs/community-v4.17")
                .toAbsolutePath()
                .normalize();
        Assumptions.assumeTrue(Files.isDirectory(catalog), "the real catalog is absent: " + catalog);
        List<Meta> metas = new ArrayList<>();
        new CatalogReader().readDirectory(catalog, metas::add);
        StringBuilder lines = new StringBuilder();
        Set<String> names = new TreeSet<>();
        for (Meta meta : metas) {
            lines.append(CanonicalJson.write(meta.blob())).append('\n');
            names.add(meta.owningPackage());
        }
        try (CatalogService service = new CatalogService();
                CatalogIndex index = new CatalogIndex(cache, new OkHttpClient(), new SimpleMeterRegistry())) {
            service.useGzip();
            service.serve(lines.toString());
            // when
            Refresh refresh = index.refresh(service.location(""));
            // then
            assertThat(refresh).isEqualTo(new Refresh.Updated(names));
            Map<ApiKind, SortedSet<String>> providers = new HashMap<>();
            for (String name : names) {
                PackageGraph graph = PackageGraphs.of(name, metas);
                provided(graph)
                        .forEach(api -> providers
                                .computeIfAbsent(api, _ -> new TreeSet<>())
                                .add(name));
                assertThat(index.lookup("test", name))
                        .isInstanceOfSatisfying(
                                Lookup.Found.class,
                                found -> assertThat(found.graph()).isEqualTo(graph));
            }
            assertThat(providers).hasSizeGreaterThan(50);
            providers.forEach((api, packages) ->
                    assertThat(index.providers("test", api)).as("%s", api).isEqualTo(packages));
        }
    }

    private static Stream<ApiKind> provided(PackageGraph graph) {
        return graph.bundles().stream()
                .flatMap(bundle -> bundle.properties().stream())
                .flatMap(property -> PropertyParser.parse(0, property)
                                instanceof PropertyReading.Parsed(PropertyValue.ProvidedApi(var api))
                        ? Stream.of(api)
                        : Stream.empty());
    }
}
