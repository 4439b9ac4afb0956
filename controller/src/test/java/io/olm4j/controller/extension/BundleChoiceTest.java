package io.olm4j.controller.extension;

import static io.olm4j.controller.extension.Fixtures.catalog;
import static io.olm4j.controller.extension.Fixtures.installed;
import static io.olm4j.controller.extension.Fixtures.request;
import static io.olm4j.controller.extension.Fixtures.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.controller.catalog.Candidates;
import io.olm4j.controller.catalog.Candidates.Unavailable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link BundleChoice}. */
class BundleChoiceTest {

    private static final RevisionStates NOTHING = RevisionStates.of(List.of());
    private static final Unavailable DOWN = new Unavailable("down", 0, "catalog \"down\" is not being served");

    private static BundleChoice choose(Optional<String> range, RevisionStates revisions, Candidates candidates) {
        return BundleChoice.of(
                request(range, revisions), candidates, !revisions.rollingOut().isEmpty());
    }

    @Test
    void shouldChooseTheHighestVersion() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(), true);

        BundleChoice choice = choose(Optional.empty(), NOTHING, candidates);

        assertThat(choice)
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        c -> assertThat(c.resolved().bundle().name()).isEqualTo("p.v1.1.0"));
    }

    @Test
    void shouldStartEdgesAtWhatIsInstalledWhenARollOutIsStuck() {
        RevisionStates stuck =
                RevisionStates.of(List.of(installed(1, "1.0.0"), set(2, "1.1.0", LifecycleState.ACTIVE)));
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0", "1.2.0")), List.of(), true);

        BundleChoice choice = choose(Optional.of("1.0.0"), stuck, candidates);

        assertThat(choice)
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        c -> assertThat(c.resolved().bundle().name()).isEqualTo("p.v1.0.0"));
    }

    @Test
    void shouldNotWaitForACatalogThatIsDown() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0")), List.of(DOWN), true);

        assertThat(choose(Optional.empty(), NOTHING, candidates)).isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldWaitForACatalogThatIsDownAndOutranksTheOther() {
        var candidates = new Candidates(
                List.of(catalog("a", 0, "1.0.0")), List.of(new Unavailable("down", 10, "not served")), true);

        assertThat(choose(Optional.empty(), NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message()).contains("catalog \"down\"", "priority 10", "\"a\""));
        assertThat(choose(Optional.empty(), RevisionStates.of(List.of(installed(1, "1.0.0"))), candidates))
                .isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldSayWhichCatalogDidNotAnswerWhenNothingIsFound() {
        var candidates = new Candidates(List.of(), List.of(DOWN), true);

        assertThat(choose(Optional.empty(), NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo("error walking catalogs: error getting package \"p\" from catalog \"down\":"
                                        + " catalog \"down\" is not being served"));
    }

    @Test
    void shouldKeepWhatIsInstalledWhenThereIsNoCatalogAtAll() {
        RevisionStates installed = RevisionStates.of(List.of(installed(1, "1.0.0")));
        var noCatalog = new Candidates(List.of(), List.of(), false);

        assertThat(choose(Optional.empty(), installed, noCatalog)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose(Optional.of("1.0.0"), installed, noCatalog)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose(Optional.of("1.1.0"), installed, noCatalog))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo(
                                        "error upgrading from currently installed version \"1.0.0\": no bundles found"
                                                + " for package \"p\" matching version \"1.1.0\""));
    }

    @Test
    void shouldGoOnWithARollOutWhenTheCatalogGoesDown() {
        RevisionStates rollingOut = RevisionStates.of(List.of(set(1, "1.0.0", LifecycleState.ACTIVE)));

        assertThat(choose(Optional.empty(), rollingOut, new Candidates(List.of(), List.of(DOWN), true)))
                .isInstanceOf(BundleChoice.KeepWhatIsThere.class);
    }
}
