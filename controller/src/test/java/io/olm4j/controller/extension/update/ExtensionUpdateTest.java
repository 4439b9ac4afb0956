package io.olm4j.controller.extension.update;

import static io.olm4j.controller.extension.revision.Fixtures.catalog;
import static io.olm4j.controller.extension.revision.Fixtures.condition;
import static io.olm4j.controller.extension.revision.Fixtures.deprecating;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static io.olm4j.controller.extension.revision.Fixtures.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionSpec.UpgradeConstraintPolicy;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.Conditions;
import io.olm4j.controller.extension.revision.InstalledSince;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ExtensionUpdate.HeldBackBy;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link ExtensionUpdate} and {@link InstalledSince}. */
class ExtensionUpdateTest {

    private static final Optional<Candidates> CATALOGS = asked(catalog("a", 0, "1.0.0", "1.1.0", "1.2.0"));
    private static final Optional<UpdateOffer> NEXT = Optional.of(new UpdateOffer("p.v1.1.0", "1.1.0", "a"));
    private static final Outcome IN_PLACE = new Outcome.RevisionInPlace();

    @Test
    void shouldTellOfNoUpdateWhenTheNewestIsInstalled() {
        assertThat(update("", IN_PLACE, installed(1, "1.2.0")))
                .contains(new ExtensionUpdate(Optional.empty(), Optional.empty()));
    }

    @Test
    void shouldNotSayThatNothingFollowsWhenTheCatalogsDisagree() {
        // Given
        var both = asked(catalog("a", 0, "1.0.0", "1.1.0"), catalog("b", 0, "1.0.0", "1.1.0"));
        RevisionStates installed = states(installed(1, "1.0.0"));
        var conditions = new Conditions(List.of(), 1L, Instant.EPOCH);

        // When
        Optional<ExtensionUpdate> update = ExtensionUpdate.of(wish(""), installed, both, IN_PLACE);
        UpdateCondition.set(conditions, wish(""), installed, both, update);

        // Then
        assertThat(update).isEmpty();
        assertThat(conditions.get("UpdateAvailable"))
                .hasValueSatisfying(condition -> assertThat(condition.reason()).isEqualTo("CatalogsConflict"));
    }

    @Test
    void shouldTellWhatAnUpdateWaitsFor() {
        assertThat(update("1.0.0", IN_PLACE, installed(1, "1.0.0"))).contains(heldBackBy(HeldBackBy.VERSION));
        assertThat(update("", new Outcome.Blocked("Blocked", "x"), installed(1, "1.0.0")))
                .contains(heldBackBy(HeldBackBy.BLOCKED));
        assertThat(update("", new Outcome.MissingDependencies("x"), installed(1, "1.0.0")))
                .contains(heldBackBy(HeldBackBy.DEPENDENCIES));
    }

    @Test
    void shouldCallAnUpdateOutOfTheRangeHeldBackByTheVersionWhateverElseGoesOn() {
        for (Outcome outcome : List.of(
                new Outcome.Retrying("no bundle fits"), new Outcome.HeldBack("AwaitingApproval", "a downgrade"))) {
            assertThat(update("9.x", outcome, installed(1, "1.0.0"))).contains(heldBackBy(HeldBackBy.VERSION));
        }
    }

    @Test
    void shouldTellOfAnUpdateInAnotherChannel() {
        // Given
        var wanted = new CatalogFilter("p", "", List.of("old"), null, null);

        // Then
        assertThat(ExtensionUpdate.of(wanted, states(installed(1, "1.0.0")), CATALOGS, IN_PLACE))
                .contains(heldBackBy(HeldBackBy.CHANNEL));
        assertThat(told(wanted, IN_PLACE, installed(1, "1.0.0")).reason()).isEqualTo("HeldBackByChannel");
    }

    @Test
    void shouldNotCallAnOlderBundleAnUpdateWhereUpgradeEdgesDoNotCount() {
        // Given
        var wanted = new CatalogFilter("p", "", List.of(), null, UpgradeConstraintPolicy.SELF_CERTIFIED);

        // Then
        assertThat(ExtensionUpdate.of(wanted, states(installed(1, "9.0.0")), CATALOGS, IN_PLACE))
                .contains(new ExtensionUpdate(Optional.empty(), Optional.empty()));
    }

    @Test
    void shouldNameTheNextVersionAndWhatHoldsItBack() {
        Condition pinned = told(wish("1.0.0"), IN_PLACE, installed(1, "1.0.0"));
        Condition newest = told(wish(""), IN_PLACE, installed(1, "1.2.0"));

        assertThat(pinned.isTrue()).isTrue();
        assertThat(pinned.reason()).isEqualTo("HeldBackByVersion");
        assertThat(pinned.message())
                .isEqualTo("version 1.1.0 (bundle \"p.v1.1.0\" of catalog \"a\") is held back by"
                        + " spec.source.catalog.version \"1.0.0\": change the range to get it");
        assertThat(UpdateOffer.parse(pinned.message())).isEqualTo(NEXT);
        assertThat(newest.status()).isEqualTo(Status.FALSE);
        assertThat(newest.reason()).isEqualTo("UpToDate");
    }

    @Test
    void shouldNotCallAnUpdateHeldBackThatRollsOutOrIsTriedAgain() {
        Optional<ExtensionUpdate> goesOn = Optional.of(new ExtensionUpdate(NEXT, Optional.empty()));

        assertThat(update(">=1.0.0", IN_PLACE, installed(1, "1.0.0"), set(2, "1.1.0", LifecycleState.ACTIVE)))
                .isEqualTo(goesOn);
        assertThat(update("", new Outcome.Retrying("x"), installed(1, "1.0.0"))).isEqualTo(goesOn);
    }

    @Test
    void shouldTellOfADeprecatedBundleOnlyWhenTheSpecChoosesIt() {
        // Given
        Optional<Candidates> deprecated = asked(deprecating("p.v1.1.0", catalog("a", 0, "1.0.0", "1.1.0")));
        ClusterObjectSet next = set(2, "1.1.0", LifecycleState.ACTIVE);

        // When
        Condition chosen = told(wish("1.1.0"), deprecated, IN_PLACE, installed(1, "1.0.0"), next);
        Condition avoided = told(wish(""), deprecated, IN_PLACE, installed(1, "1.0.0"));

        // Then
        assertThat(chosen.status()).isEqualTo(Status.TRUE);
        assertThat(chosen.reason()).isEqualTo("RollingOut");
        assertThat(chosen.message())
                .isEqualTo("version 1.1.0 (bundle \"p.v1.1.0\" of catalog \"a\"): an upgrade is rolling out");
        assertThat(avoided.status()).isEqualTo(Status.FALSE);
        assertThat(avoided.reason()).isEqualTo("UpToDate");
    }

    @Test
    void shouldNameTheBundleThatRollsOutWhenAHigherOneIsOutsideOfTheRange() {
        // Given
        Optional<Candidates> skipping = asked(catalog("a", 0, "1.0.0", "1.1.0"), catalog("b", 1, "1.0.0", "1.2.0"));

        // When
        Condition chosen =
                told(wish("~1.1"), skipping, IN_PLACE, installed(1, "1.0.0"), set(2, "1.1.0", LifecycleState.ACTIVE));

        // Then
        assertThat(chosen.reason()).isEqualTo("RollingOut");
        assertThat(chosen.message()).startsWith("version 1.1.0 ");
    }

    @Test
    void shouldCallAnUpdateHeldBackByTheVersionWhenTheInstalledBundleRollsOutAnew() {
        Condition pinned =
                told(wish("1.0.0"), CATALOGS, IN_PLACE, installed(1, "1.0.0"), set(2, "1.0.0", LifecycleState.ACTIVE));

        assertThat(pinned.reason()).isEqualTo("HeldBackByVersion");
    }

    @Test
    void shouldTellNothingWhenThereIsNoSaying() {
        assertThat(update("", new Outcome.Retrying("x"))).isEmpty();
        assertThat(ExtensionUpdate.of(wish(""), states(installed(1, "1.0.0")), Optional.empty(), IN_PLACE))
                .isEmpty();
    }

    @Test
    void shouldNotCallAnExtensionUpToDateWhileACatalogDoesNotAnswer() {
        // Given
        var silent = new Candidates.Unavailable("b", 0, "no answer");
        Optional<Candidates> newest =
                Optional.of(new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(silent), true));

        // When
        Condition unknown = told(wish(""), newest, IN_PLACE, installed(1, "1.1.0"));
        Condition known = told(wish("1.0.0"), newest, IN_PLACE, installed(1, "1.0.0"));

        // Then
        assertThat(unknown.status()).isEqualTo(Status.UNKNOWN);
        assertThat(unknown.message())
                .isEqualTo("no catalog that answers has an update, and these do not answer: \"b\"");
        assertThat(known.reason()).isEqualTo("HeldBackByVersion");
    }

    @Test
    void shouldNotCallAnUpdateRollingOutWhileAnotherBundleDoes() {
        Condition waits = told(
                wish(""), new Outcome.Retrying("x"), installed(1, "1.0.0"), set(2, "1.0.5", LifecycleState.ACTIVE));

        assertThat(waits.reason()).isEqualTo("Retrying");
    }

    @Test
    void shouldTakeTheFirstRevisionOfTheInstalledBundle() {
        // Given
        List<ClusterObjectSet> sets = List.of(
                rolledOut(1, "1.0.0", "2026-01-01T00:00:00Z"),
                rolledOut(2, "1.1.0", "2026-01-02T00:00:00Z"),
                set(3, "1.1.0", LifecycleState.ARCHIVED),
                rolledOut(4, "1.1.0", "2026-01-04T00:00:00Z"),
                set(5, "1.2.0", LifecycleState.ACTIVE));

        // Then
        assertThat(InstalledSince.of(RevisionState.of(sets.get(3)), sets))
                .contains(Instant.parse("2026-01-02T00:00:00Z"));
    }

    private static ClusterObjectSet rolledOut(long number, String version, String when) {
        return set(
                number,
                version,
                LifecycleState.ACTIVE,
                new Condition("Succeeded", Status.TRUE, "Succeeded", "", 1, when),
                condition("Progressing", Status.TRUE, "Succeeded", ""));
    }

    private static Optional<ExtensionUpdate> update(String range, Outcome outcome, ClusterObjectSet... sets) {
        return ExtensionUpdate.of(wish(range), states(sets), CATALOGS, outcome);
    }

    private static ExtensionUpdate heldBackBy(HeldBackBy reason) {
        return new ExtensionUpdate(NEXT, Optional.of(reason));
    }

    @Test
    void shouldNotCallWhatIsKnownOfAnEarlierSpecTrueForThisOne() {
        // Given
        var upToDate = new Condition("UpdateAvailable", Status.FALSE, "UpToDate", "x", 3, "2026-01-01T00:00:00Z");
        var same = new Conditions(List.of(upToDate), 3, Instant.parse("2026-01-01T00:00:00Z"));
        var changed = new Conditions(List.of(upToDate), 4, Instant.parse("2026-01-01T00:00:00Z"));

        // When
        for (Conditions conditions : List.of(same, changed)) {
            UpdateCondition.set(
                    conditions, wish(""), states(installed(1, "1.0.0")), Optional.empty(), Optional.empty());
        }

        // Then
        assertThat(same.get("UpdateAvailable")).contains(upToDate);
        assertThat(changed.get("UpdateAvailable")).hasValueSatisfying(now -> {
            assertThat(now.status()).isEqualTo(Status.UNKNOWN);
            assertThat(now.observedGeneration()).isEqualTo(4);
            assertThat(now.message()).isEqualTo("the catalogs were not asked: the condition Progressing says why");
        });
    }

    private static Condition told(CatalogFilter wanted, Outcome outcome, ClusterObjectSet... sets) {
        return told(wanted, CATALOGS, outcome, sets);
    }

    private static Condition told(
            CatalogFilter wanted, Optional<Candidates> catalogs, Outcome outcome, ClusterObjectSet... sets) {
        var conditions = new Conditions(List.of(), 3, Instant.parse("2026-01-01T00:00:00Z"));
        RevisionStates states = states(sets);
        UpdateCondition.set(
                conditions, wanted, states, catalogs, ExtensionUpdate.of(wanted, states, catalogs, outcome));
        return conditions.get("UpdateAvailable").orElseThrow();
    }

    private static Optional<Candidates> asked(CatalogGraph... answers) {
        return Optional.of(new Candidates(List.of(answers), List.of(), true));
    }
}
