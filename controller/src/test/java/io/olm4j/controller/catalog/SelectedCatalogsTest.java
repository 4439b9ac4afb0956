package io.olm4j.controller.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Labels;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link SelectedCatalogs}. */
class SelectedCatalogsTest {

    @Test
    void shouldSelectACatalogByItsNameWhateverItsLabelSays() {
        LabelSelector named = new LabelSelectorBuilder()
                .addToMatchLabels(Labels.METADATA_NAME, "trusted")
                .build();

        assertThat(SelectedCatalogs.of(
                                List.of(
                                        catalog("trusted", Map.of()),
                                        catalog("other", Map.of(Labels.METADATA_NAME, "trusted"))),
                                Optional.of(named))
                        .catalogs())
                .extracting(catalog -> catalog.getMetadata().getName())
                .containsExactly("trusted");
    }

    private static ClusterCatalog catalog(String name, Map<String, String> labels) {
        ClusterCatalog catalog = new ClusterCatalog();
        catalog.setMetadata(
                new ObjectMetaBuilder().withName(name).withLabels(labels).build());
        return catalog;
    }
}
