package io.olm4j.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.clustercatalog.OfferedPackage;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link GraphSource}. */
class GraphSourceTest {

    private static List<OfferedPackage> offers(String... catalogs) {
        var graph = new PackageGraph("mail", Optional.empty(), List.of(), List.of(), List.of());
        return Stream.of(catalogs)
                .map(name -> {
                    var catalog = new ClusterCatalog();
                    catalog.setMetadata(new ObjectMetaBuilder().withName(name).build());
                    return new OfferedPackage(catalog, graph);
                })
                .toList();
    }

    @Test
    void shouldNameTheCatalogsWhenSeveralOfferThePackage() {
        assertThat(GraphSource.others(offers("mails"))).isEmpty();
        assertThat(GraphSource.others(offers("mails", "letters", "old")))
                .hasValue(
                        "drawn as in catalog mails; the package is also in letters, old: --catalog names" + " another");
    }
}
