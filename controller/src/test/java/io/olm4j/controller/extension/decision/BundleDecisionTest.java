package io.olm4j.controller.extension.decision;

import static io.olm4j.controller.extension.revision.Fixtures.catalog;
import static io.olm4j.controller.extension.revision.Fixtures.chosenFor;
import static io.olm4j.controller.extension.revision.Fixtures.condition;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static io.olm4j.controller.extension.revision.Fixtures.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition.Status;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.revision.Selection;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ApprovalRequest;
import io.olm4j.controller.extension.update.UpgradeApproval;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests the bundles that {@link BundleDecision} places, and what it waits for. */
class BundleDecisionTest {

    private static final String UPGRADE =
            "the upgrade to bundle \"p.v1.1.0\" with version 1.1.0 needs an approval: run \"olm extension approve ce\","
                    + " or set the annotation olm4j.io/approved-bundle to p.v1.1.0";

    private final List<String> placed = new ArrayList<>();
    private final List<String> selections = new ArrayList<>();
    private final Map<String, Outcome> failures = new HashMap<>();

    @Test
    void shouldInstallAndUpgradeByItselfWhenNoApprovalIsAskedFor() {
        assertThat(decide(Map.of(), states())).isEqualTo(new Outcome.RevisionInPlace());
        assertThat(placed).containsExactly("p.v1.1.0");
    }

    @Test
    void shouldKeepWhatIsInstalledUntilTheUpgradeIsApproved() {
        Outcome outcome = decide(approval("Manual", ""), states(installed(1, "1.0.0")));

        assertThat(outcome).isEqualTo(new Outcome.HeldBack("AwaitingApproval", UPGRADE));
        assertThat(ApprovalRequest.parse(UPGRADE)).contains(new ApprovalRequest("ce", "p.v1.1.0", "1.1.0", true));
        assertThat(placed).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldUpgradeWhenExactlyThisBundleIsApproved() {
        assertThat(decide(approval("Manual", "p.v1.1.0"), states(installed(1, "1.0.0"))))
                .isEqualTo(new Outcome.RevisionInPlace());
        assertThat(placed).containsExactly("p.v1.1.0");
    }

    @Test
    void shouldWaitAgainWhenAnotherBundleWasApproved() {
        assertThat(decide(approval("Manual", "p.v1.0.5"), states(installed(1, "1.0.0"))))
                .isInstanceOf(Outcome.HeldBack.class);
        assertThat(placed).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldHoldBackTheInstallationOnlyWhenEverythingNeedsAnApproval() {
        assertThat(decide(approval("Manual", ""), states())).isEqualTo(new Outcome.RevisionInPlace());
        assertThat(decide(approval("ManualAll", ""), states()))
                .isInstanceOfSatisfying(
                        Outcome.HeldBack.class,
                        held -> assertThat(held.message()).startsWith("the installation of bundle \"p.v1.1.0\""));
        assertThat(placed).containsExactly("p.v1.1.0");
    }

    @Test
    void shouldKeepWhatIsInstalledWhileTheAnnotationIsNotUnderstood() {
        assertThat(decide(approval("manual", ""), states(installed(1, "1.0.0"))))
                .isEqualTo(new Outcome.HeldBack(
                        "Blocked",
                        "the annotation olm4j.io/upgrade-approval has the unknown value \"manual\": set it to"
                                + " Automatic, Manual or ManualAll, or remove it"));
        assertThat(placed).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldApplyTheConfigurationOfTheInstalledBundleWhileItsOperatorForbidsTheUpgrade() {
        // Given
        var objection = new Outcome.HeldBack("Blocked", "operator is not upgradeable");

        // When
        Outcome outcome = decide(Map.of(), states(installed(1, "1.0.0")), Optional.of(objection));

        // Then
        assertThat(outcome).isEqualTo(objection);
        assertThat(placed).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldApplyTheConfigurationOfTheInstalledBundleWhileDependenciesOfTheNextOneAreMissing() {
        // Given
        var missing = new Outcome.MissingDependencies("it requires the API Queue");
        failures.put("p.v1.1.0", missing);

        // When
        Outcome outcome = decide(Map.of(), states(installed(1, "1.0.0")));

        // Then
        assertThat(outcome).isEqualTo(missing);
        assertThat(placed).containsExactly("p.v1.1.0", "p.v1.0.0");
    }

    @Test
    void shouldRetryWhileTheInstalledBundleCannotBeRenderedAgainAndTheNextOneWaits() {
        // Given
        failures.put("p.v1.0.0", new Outcome.RevisionInPlace(true));
        failures.put("p.v1.1.0", new Outcome.MissingDependencies("it requires the API Queue"));

        // When
        Outcome forApproval = decide(approval("Manual", ""), states(installed(1, "1.0.0")));
        Outcome forDependencies = decide(Map.of(), states(installed(1, "1.0.0")));

        // Then
        assertThat(forApproval).isEqualTo(new Outcome.HeldBack("AwaitingApproval", UPGRADE, true));
        assertThat(forDependencies).isEqualTo(new Outcome.MissingDependencies("it requires the API Queue", true));
        assertThat(List.of(forApproval, forDependencies)).allMatch(Outcome::isRetried);
    }

    @Test
    void shouldWaitForDependenciesAlsoIfTheInstalledBundleDoesNotTakeTheConfiguration() {
        // Given
        var missing = new Outcome.MissingDependencies("it requires the API Queue");
        failures.put("p.v1.1.0", missing);
        failures.put("p.v1.0.0", new Outcome.Blocked("InvalidConfiguration", "unknown field"));

        // Then
        assertThat(decide(Map.of(), states(installed(1, "1.0.0")))).isEqualTo(missing);
    }

    @Test
    void shouldLeaveTheInstalledBundleAloneWhileTheNextOneCannotBePlaced() {
        // Given
        var blocked = new Outcome.Blocked("Blocked", "not safe");
        failures.put("p.v1.1.0", blocked);

        // When
        Outcome outcome = decide(Map.of(), states(installed(1, "1.0.0")));

        // Then
        assertThat(outcome).isEqualTo(blocked);
        assertThat(placed).containsExactly("p.v1.1.0");
    }

    @Test
    void shouldMakeLostContentAnewWhileTheNextBundleCannotBePlaced() {
        // Given
        var failure = new Outcome.Retrying("the image is gone");
        failures.put("p.v1.1.0", failure);

        // When
        Outcome outcome = decide(Map.of(), lost());

        // Then
        assertThat(outcome).isEqualTo(failure);
        assertThat(placed).containsExactly("p.v1.1.0", "p.v1.0.0");
    }

    private static RevisionStates lost() {
        return states(chosenFor(
                wish("1.0.0"),
                set(
                        1,
                        "1.0.0",
                        LifecycleState.ACTIVE,
                        condition("Succeeded", Status.TRUE, "Succeeded", "Revision succeeded rolling out."),
                        condition(
                                "Progressing",
                                Status.TRUE,
                                "Retrying",
                                "resolving phase objects: secret \"s\" not found"))));
    }

    @Test
    void shouldMakeLostContentAnewAlsoWhenNoBundleCanBeChosen() {
        // When
        Outcome outcome = decide(Map.of(), lost(), Optional.empty(), ">=99");

        // Then
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Retrying.class,
                        retrying -> assertThat(retrying.message()).contains("no bundles found"));
        assertThat(placed).containsExactly("p.v1.0.0");
        assertThat(selections)
                .as("not the selection for which there is no bundle")
                .containsExactly(Selection.of(wish("1.0.0")));
    }

    @Test
    void shouldPlaceNothingWhenNoBundleCanBeChosen() {
        assertThat(decide(Map.of(), states(installed(1, "1.0.0")), Optional.empty(), ">=99"))
                .isInstanceOf(Outcome.Retrying.class);
        assertThat(placed).isEmpty();
    }

    private Outcome decide(Map<String, String> annotations, RevisionStates states) {
        return decide(annotations, states, Optional.empty());
    }

    private Outcome decide(Map<String, String> annotations, RevisionStates states, Optional<Outcome> objection) {
        return decide(annotations, states, objection, "");
    }

    private Outcome decide(
            Map<String, String> annotations, RevisionStates states, Optional<Outcome> objection, String range) {
        var extension = new ClusterExtension();
        extension.setMetadata(new ObjectMetaBuilder()
                .withName("ce")
                .withAnnotations(annotations)
                .build());
        var desired = new DesiredExtension(
                "ce",
                "uid",
                Optional.of("ns"),
                Optional.of("account"),
                wish(range),
                Optional.empty(),
                true,
                Optional.empty());
        var candidates = new Candidates(List.of(catalog("a", 0, "1.0.0", "1.1.0")), List.of(), true);
        return new BundleDecision((_, _, _) -> objection, Supplier::get)
                .decide(desired, UpgradeApproval.of(extension), states, candidates, bundle -> {
                    placed.add(bundle.name());
                    selections.add(bundle.selection());
                    return failures.getOrDefault(bundle.name(), new Outcome.RevisionInPlace());
                })
                .outcome();
    }

    private static Map<String, String> approval(String mode, String bundle) {
        Map<String, String> annotations = new HashMap<>(Map.of(Annotations.UPGRADE_APPROVAL, mode));
        if (!bundle.isEmpty()) {
            annotations.put(Annotations.APPROVED_BUNDLE, bundle);
        }
        return annotations;
    }
}
