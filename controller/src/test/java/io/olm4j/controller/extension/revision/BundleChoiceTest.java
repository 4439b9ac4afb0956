package io.olm4j.controller.extension.revision;

import static io.olm4j.controller.extension.revision.Fixtures.catalog;
import static io.olm4j.controller.extension.revision.Fixtures.chosenFor;
import static io.olm4j.controller.extension.revision.Fixtures.deprecating;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static io.olm4j.controller.extension.revision.Fixtures.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.BundleChoice;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link BundleChoice}. */
class BundleChoiceTest {

    private static final RevisionStates NOTHING = states();
    private static final Unavailable DOWN = new Unavailable("down", 0, "catalog \"down\" is not being served");

    private static final Candidates NO_CATALOG = new Candidates(List.of(), List.of(), false);

    private static BundleChoice choose(String range, RevisionStates revisions, Candidates candidates) {
        return choose(wish(range), revisions, candidates);
    }

    private static BundleChoice choose(CatalogFilter wanted, RevisionStates revisions, Candidates candidates) {
        return BundleChoice.of(
                ResolutionRequests.of(wanted, revisions.installed().map(RevisionState::bundle)),
                wanted.selector() != null,
                candidates,
                revisions.current(wanted));
    }

    /** The same bundle, pulled from an image that no catalog of these tests offers. */
    private static ClusterObjectSet ofAnotherCatalog(ClusterObjectSet set) {
        set.getMetadata().getAnnotations().put(Annotations.BUNDLE_REFERENCE, "registry.example.com/another-p:v1.0.0");
        return set;
    }

    @Test
    void shouldChooseTheHighestVersion() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(), true);

        BundleChoice choice = choose("", NOTHING, candidates);

        assertThat(choice)
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        c -> assertThat(c.resolved().bundle().name()).isEqualTo("p.v1.1.0"));
    }

    @Test
    void shouldStartEdgesAtWhatIsInstalledWhenARollOutIsStuck() {
        RevisionStates stuck = states(installed(1, "1.0.0"), set(2, "1.1.0", LifecycleState.ACTIVE));
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0", "1.2.0")), List.of(), true);

        BundleChoice choice = choose("1.0.0", stuck, candidates);

        assertThat(choice)
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        c -> assertThat(c.resolved().bundle().name()).isEqualTo("p.v1.0.0"));
    }

    @Test
    void shouldNotWaitForACatalogThatIsDownAndCannotChangeTheChoice() {
        var candidates = new Candidates(List.of(catalog("a", 1, "1.0.0")), List.of(DOWN), true);

        assertThat(choose("", NOTHING, candidates)).isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldWaitForACatalogOfTheSamePriorityWhenNothingIsInstalled() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0")), List.of(DOWN), true);

        assertThat(choose("", NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .startsWith("error walking catalogs: error getting package \"p\" from catalog \"down\":"
                                        + " catalog \"down\" is not being served;")
                                .contains("the same priority 0 as \"a\"", "spec.source.catalog.selector"));
        assertThat(choose("", states(installed(1, "1.0.0")), candidates)).isInstanceOf(BundleChoice.Chosen.class);
        assertThat(choose("", states(set(1, "1.0.0", LifecycleState.ACTIVE)), candidates))
                .isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldWaitForACatalogThatIsDownAndOutranksTheOther() {
        var candidates = new Candidates(
                List.of(catalog("a", 0, "1.0.0")), List.of(new Unavailable("down", 10, "not served")), true);

        assertThat(choose("", NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message()).contains("catalog \"down\"", "priority 10", "\"a\""));
        assertThat(choose("", states(installed(1, "1.0.0")), candidates)).isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldUpgradeFromTheCatalogOfTheInstalledBundleWhileAnotherIsDown() {
        var candidates = new Candidates(
                List.of(deprecating("p.v1.1.0", catalog("a", 0, "1.0.0", "1.1.0"))),
                List.of(DOWN, new Unavailable("lower", -10, "not served")),
                true);

        assertThat(choose("1.1.0", states(installed(1, "1.0.0")), candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        one -> assertThat(one.resolved().bundle().name()).isEqualTo("p.v1.1.0"));
    }

    @Test
    void shouldNotUpgradeFromACatalogThatAnotherOneOutranks() {
        var candidates = new Candidates(
                List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(new Unavailable("down", 10, "not served")), true);
        RevisionStates installed = states(installed(1, "1.0.0"));
        RevisionStates chosen = states(chosenFor(wish(""), installed(1, "1.0.0")));

        assertThat(choose("", installed, new Candidates(candidates.graphs(), List.of(), true)))
                .isInstanceOfSatisfying(
                        BundleChoice.Chosen.class,
                        one -> assertThat(one.resolved().bundle().name()).isEqualTo("p.v1.1.0"));
        assertThat(choose("2.x || 1.1.0", chosen, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message()).contains("catalog \"down\"", "the upgrade waits for it"));
        assertThat(choose("", chosen, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.KeepWhatIsThere.class,
                        keep -> assertThat(keep.complaint())
                                .hasValueSatisfying(text -> assertThat(text).contains("the upgrade waits for it")));
    }

    @Test
    void shouldNotUpgradeToTheBundleOfAnotherCatalogWhileOneOfTheSamePriorityIsDown() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(DOWN), true);

        assertThat(choose("1.1.0", states(ofAnotherCatalog(installed(1, "1.0.0"))), candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .contains("the same priority 0 as \"a\"", "the upgrade waits for it"));
    }

    @Test
    void shouldNotReplaceTheInstalledBundleByAnotherCatalogsBundleOfTheSameVersion() {
        ClusterObjectSet ofTheCatalogThatIsDown = ofAnotherCatalog(chosenFor(wish(""), installed(1, "1.0.0")));
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0")), List.of(DOWN), true);

        assertThat(choose("", states(ofTheCatalogThatIsDown), candidates))
                .isInstanceOf(BundleChoice.KeepWhatIsThere.class);
    }

    @Test
    void shouldKeepTheInstalledReleaseWhileACatalogIsDown() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0+1")), List.of(DOWN), true);

        assertThat(choose("", states(installed(1, "1.0.0+1")), candidates)).isInstanceOf(BundleChoice.Chosen.class);
    }

    @Test
    void shouldReportTheRollOutInProgressBeforeAnUpgradeThatWaits() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(DOWN), true);
        RevisionStates rollingOut =
                states(ofAnotherCatalog(chosenFor(wish(""), set(1, "1.0.0", LifecycleState.ACTIVE))));

        assertThat(choose("", rollingOut, candidates)).isEqualTo(new BundleChoice.KeepWhatIsThere(Optional.empty()));
    }

    @Test
    void shouldWaitForACatalogOfLowerPriorityIfTheChosenBundleIsDeprecated() {
        CatalogGraph deprecates = deprecating("p.v1.0.0", catalog("a", 10, "1.0.0"));
        var candidates = new Candidates(List.of(deprecates), List.of(DOWN), true);

        assertThat(choose("", NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .contains("\"a\" offers \"p.v1.0.0\", which is deprecated", "waits for it"));
    }

    @Test
    void shouldNameTheCatalogsThatAreDisabledIfNoOtherHasThePackage() {
        assertThat(choose("", NOTHING, new Candidates(List.of(), List.of(), List.of("off"), true)))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo(
                                        "no bundles found for package \"p\"; no selected catalog that is available has"
                                                + " this package: check spec.source.catalog.packageName and the"
                                                + " selector, or set spec.availabilityMode to Available in \"off\""));
    }

    @Test
    void shouldSayWhichCatalogDidNotAnswerWhenNothingIsFound() {
        var candidates = new Candidates(List.of(), List.of(DOWN), true);

        assertThat(choose("", NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo("error walking catalogs: error getting package \"p\" from catalog \"down\":"
                                        + " catalog \"down\" is not being served"));
    }

    @Test
    void shouldKeepWhatIsInstalledWhenThereIsNoCatalogAtAll() {
        RevisionStates installed = states(chosenFor(wish(""), installed(1, "1.0.0")));

        assertThat(choose("", installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.KeepWhatIsThere.class,
                        keep -> assertThat(keep.complaint()).isEmpty());
        assertThat(choose("1.0.0", installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.KeepWhatIsThere.class,
                        keep -> assertThat(keep.complaint()).isEmpty());
        assertThat(choose("1.1.0", installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo(
                                        "error upgrading from currently installed version \"1.0.0\": no bundles found"
                                                + " for package \"p\" matching version \"1.1.0\"; no"
                                                + " ClusterCatalog exists"));
    }

    @Test
    void shouldSayThatNoCatalogCanAnswerAnotherSelection() {
        RevisionStates installed = states(chosenFor(wish(""), installed(1, "1.0.0")));
        var otherChannel = new CatalogFilter("p", "", List.of("other"), null, null);
        var otherCatalogs = new CatalogFilter(
                "p",
                "",
                List.of(),
                new LabelSelectorBuilder().addToMatchLabels("a", "b").build(),
                null);

        assertThat(choose(otherChannel, installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo(
                                        "error upgrading from currently installed version \"1.0.0\": no bundles found"
                                                + " for package \"p\" in channels [other]; no ClusterCatalog exists"));
        assertThat(choose(otherCatalogs, installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .endsWith("; no ClusterCatalog matches spec.source.catalog.selector"));
    }

    @Test
    void shouldKeepWhatTheOriginalInstalledUnlessAnotherVersionIsWanted() {
        RevisionStates ofTheOriginal = states(installed(1, "1.0.0"));

        assertThat(choose("", ofTheOriginal, NO_CATALOG)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose("1.0.0", ofTheOriginal, NO_CATALOG)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose("1.x", ofTheOriginal, NO_CATALOG)).isInstanceOf(BundleChoice.None.class);
    }

    @Test
    void shouldKeepWhatIsInstalledWhenOnlyThePolicyChanges() {
        RevisionStates installed = states(chosenFor(wish(""), installed(1, "1.0.0")));
        for (UpgradeConstraintPolicy policy : UpgradeConstraintPolicy.values()) {
            var certified = new CatalogFilter("p", "", List.of(), null, policy);

            assertThat(choose(certified, installed, NO_CATALOG)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        }
    }

    @Test
    void shouldKeepTheBundleOfARangeButSayThatNoCatalogAnswers() {
        RevisionStates installed = states(chosenFor(wish(">=1.0.0"), installed(1, "1.0.0")));

        assertThat(choose(">=1.0.0", installed, NO_CATALOG))
                .isInstanceOfSatisfying(
                        BundleChoice.KeepWhatIsThere.class,
                        keep -> assertThat(keep.complaint())
                                .hasValueSatisfying(complaint -> assertThat(complaint)
                                        .startsWith(
                                                "error upgrading from currently installed version \"1.0.0\": no bundles"
                                                        + " found for package \"p\" matching version \">=1.0.0\"")));
    }

    @Test
    void shouldGoOnWithARollOutWhenTheCatalogGoesDown() {
        RevisionStates rollingOut = states(chosenFor(wish(""), set(1, "1.0.0", LifecycleState.ACTIVE)));
        var down = new Candidates(List.of(), List.of(DOWN), true);

        assertThat(choose("", rollingOut, down)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose("", rollingOut, NO_CATALOG)).isInstanceOf(BundleChoice.KeepWhatIsThere.class);
        assertThat(choose("2.x", rollingOut, down)).isInstanceOf(BundleChoice.None.class);
    }

    @Test
    void shouldReportTheRollOutWhenTheCatalogNoLongerOffersItsBundle() {
        RevisionStates rollingOut = states(chosenFor(wish(""), set(1, "1.0.0", LifecycleState.ACTIVE)));
        var withoutPackage = new Candidates(List.of(), List.of(), true);
        var disabled = new Candidates(List.of(), List.of(), List.of("a"), true);

        assertThat(choose("", rollingOut, withoutPackage))
                .isEqualTo(new BundleChoice.KeepWhatIsThere(Optional.empty()));
        assertThat(choose("", rollingOut, disabled)).isEqualTo(new BundleChoice.KeepWhatIsThere(Optional.empty()));
        assertThat(choose("2.x", rollingOut, withoutPackage)).isInstanceOf(BundleChoice.None.class);
        assertThat(choose("", states(chosenFor(wish(""), installed(1, "1.0.0"))), withoutPackage))
                .isInstanceOf(BundleChoice.None.class);
    }

    @Test
    void shouldNotRetryARangeThatCannotBeRead() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0")), List.of(), true);

        assertThat(choose(">>1", NOTHING, candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.Invalid.class,
                        invalid ->
                                assertThat(invalid.message()).startsWith("desired version range \">>1\" is invalid: "));
        assertThat(choose(">>1", states(installed(1, "1.0.0")), NO_CATALOG)).isInstanceOf(BundleChoice.Invalid.class);
    }

    @Test
    void shouldSayThatNoCatalogHasThePackage() {
        assertThat(choose("1.x", NOTHING, new Candidates(List.of(), List.of(), true)))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo("no bundles found for package \"p\" matching version \"1.x\"; no selected"
                                        + " catalog"
                                        + " has this package: check spec.source.catalog.packageName and"
                                        + " the selector"));
    }

    @Test
    void shouldListTheChannelsWhenTheWantedOneDoesNotExist() {
        var filter = new CatalogFilter("p", "", List.of("beta"), null, null);

        assertThat(choose(filter, NOTHING, new Candidates(List.of(catalog("a", 0, "1.0.0")), List.of(), true)))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .isEqualTo("no bundles found for package \"p\" in channels [beta]. The package has no"
                                        + " channel beta: it has c; name one of these in"
                                        + " spec.source.catalog.channels."));
    }

    @Test
    void shouldNameThePolicyThatAllowsADowngrade() {
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "2.0.0")), List.of(), true);

        assertThat(choose("1.0.0", states(installed(1, "2.0.0")), candidates))
                .isInstanceOfSatisfying(
                        BundleChoice.None.class,
                        none -> assertThat(none.message())
                                .startsWith("error upgrading from currently installed version \"2.0.0\": no bundles"
                                        + " found for package \"p\" matching version \"1.0.0\". No bundle fits")
                                .contains(
                                        "That is a downgrade from the installed version 2.0.0",
                                        "set spec.source.catalog.upgradeConstraintPolicy to SelfCertified"));
    }
}
