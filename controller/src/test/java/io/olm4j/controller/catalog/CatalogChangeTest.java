package io.olm4j.controller.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests for {@link CatalogChange}. */
class CatalogChangeTest {

    private static final LabelSelector RED =
            new LabelSelectorBuilder().addToMatchLabels("color", "red").build();

    private static CatalogFilter wants(String packageName, LabelSelector selector) {
        return new CatalogFilter(packageName, "", List.of(), selector, null);
    }

    private static CatalogChange change(String color, String... packages) {
        return new CatalogChange(
                List.of(Map.of("color", color)),
                packages.length == 0 ? Optional.empty() : Optional.of(Set.of(packages)));
    }

    @Test
    void shouldConcernOnlyWhoWantsAChangedPackage() {
        CatalogChange change = change("red", "p", "q");

        assertThat(change.concerns(wants("p", RED))).isTrue();
        assertThat(change.concerns(wants("r", RED))).isFalse();
    }

    @Test
    void shouldConcernOnlyWhoSelectsTheCatalog() {
        assertThat(change("red", "p").concerns(wants("p", RED))).isTrue();
        assertThat(change("blue", "p").concerns(wants("p", RED))).isFalse();
        assertThat(change("blue", "p").concerns(new CatalogFilter("p", "", List.of(), null, null)))
                .isTrue();
    }

    @Test
    void shouldConcernEveryoneWhoSelectsItWhenAnyPackageMayHaveChanged() {
        assertThat(change("red").concerns(wants("p", RED))).isTrue();
        assertThat(change("blue").concerns(wants("p", RED))).isFalse();
    }

    @Test
    void shouldConcernWhoSelectedItBefore() {
        var relabelled = new CatalogChange(List.of(Map.of("color", "red"), Map.of("color", "blue")), Optional.empty());

        assertThat(relabelled.concerns(wants("p", RED))).isTrue();
    }

    @Test
    void shouldNotConcernWhoseSelectorIsInvalid() {
        LabelSelector invalid = new LabelSelectorBuilder()
                .addNewMatchExpression()
                .withKey("color")
                .withOperator("Like")
                .endMatchExpression()
                .build();

        assertThat(change("red", "p").concerns(wants("p", invalid))).isFalse();
    }
}
