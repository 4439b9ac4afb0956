package io.olm4j.cli.clustercatalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterCatalog;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CatalogReadingTest {

    @Test
    void shouldNameTheCatalogsThatMayHaveMore() {
        assertThat(CatalogReading.unread(List.of(reading("a", Optional.empty()))))
                .isEmpty();
        assertThat(CatalogReading.unread(List.of(
                        reading("c", Optional.of("it is down")),
                        reading("a", Optional.empty()),
                        reading("b", Optional.of("it is down")))))
                .contains("; it is not known what these offer now: b, c");
    }

    private static CatalogReading reading(String name, Optional<String> problem) {
        var catalog = new ClusterCatalog();
        catalog.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return new CatalogReading(catalog, problem, 0, 0);
    }
}
