package io.olm4j.controller.extension.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.process.events.EventFact;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of {@link StatusFacts}. */
class StatusFactsTest {

    private static final Outcome IN_PLACE = new Outcome.RevisionInPlace();
    private static final Outcome WAITS = new Outcome.HeldBack("AwaitingApproval", "b needs an approval");
    private static final Condition SUCCEEDED = condition("Progressing", Status.TRUE, "Succeeded", "rolled out", "1");
    private static final Condition AWAITING =
            condition("Progressing", Status.FALSE, "AwaitingApproval", "b needs an approval", "2");

    @Test
    void shouldTellAnInstallationByTwoFacts() {
        // When
        List<EventFact> started =
                facts(ClusterExtensionStatus.EMPTY, rolling("", "mail-1"), IN_PLACE, none(), revision(1, "1.0.0"));
        List<EventFact> ended = facts(rolling("", "mail-1"), installed("1.0.0", "mail-1"), IN_PLACE, none());

        // Then
        assertThat(text(started))
                .containsExactly(
                        "InstallationStarted: revision mail-1 rolls out bundle mail.v1.0.0 with version" + " 1.0.0");
        assertThat(text(ended))
                .containsExactly("RolledOut: bundle mail.v1.0.0 with version 1.0.0 is installed by revision mail-1");
    }

    @Test
    void shouldTellTheSecondInstallationOfABundleWhenAnotherRevisionHoldsIt() {
        // Given
        ClusterExtensionStatus newer = installed("1.1.0", "mail-2");

        // When
        List<EventFact> first = facts(rolling("", "mail-1"), installed("1.0.0", "mail-1"), IN_PLACE, none());
        List<EventFact> again = facts(newer, installed("1.0.0", "mail-3"), IN_PLACE, none());

        // Then
        assertThat(reasons(again)).containsExactly("RolledOut");
        assertThat(again).doesNotContainAnyElementsOf(first);
    }

    @Test
    void shouldNotCallItAnUpgradeWhenTheInstalledBundleGetsAnotherRevision() {
        // Given
        ClusterExtensionStatus before = installed("1.0.0", "mail-1");
        ClusterExtensionStatus after = installed("1.0.0", "mail-2");

        // When
        List<EventFact> started = facts(
                before,
                rolling("1.0.0", "mail-1", "mail-2"),
                IN_PLACE,
                Optional.of(revision(1, "1.0.0")),
                revision(2, "1.0.0"));
        List<EventFact> ended = facts(rolling("1.0.0", "mail-1", "mail-2"), after, IN_PLACE, none());

        // Then
        assertThat(text(started))
                .containsExactly("RevisionStarted: revision mail-2 rolls out bundle mail.v1.0.0 with version 1.0.0,"
                        + " which is installed, with other configuration or content");
        assertThat(text(ended))
                .containsExactly("RolledOut: bundle mail.v1.0.0 with version 1.0.0 is installed by revision mail-2");
    }

    @Test
    void shouldTellAWaitForAnApprovalOnce() {
        // Given
        ClusterExtensionStatus before = installed("1.0.0", "mail-1", SUCCEEDED, update(Status.FALSE, "UpToDate", "1"));
        ClusterExtensionStatus after =
                installed("1.0.0", "mail-1", AWAITING, update(Status.TRUE, "HeldBackByApproval", "2"));

        // When
        List<EventFact> facts = facts(before, after, WAITS, none());

        // Then
        assertThat(text(facts)).containsExactly("AwaitingApproval: b needs an approval");
        assertThat(facts(after, after, WAITS, none())).isEmpty();
    }

    @Test
    void shouldTellMissingDependenciesOnce() {
        // Given
        Condition blocked = condition("Progressing", Status.FALSE, "Blocked", "it requires x", "2");
        ClusterExtensionStatus before = installed("1.0.0", "mail-1", SUCCEEDED);
        ClusterExtensionStatus after =
                installed("1.0.0", "mail-1", blocked, update(Status.TRUE, "HeldBackByDependencies", "2"));

        // When
        List<EventFact> facts = facts(before, after, new Outcome.MissingDependencies("it requires x"), none());

        // Then
        assertThat(text(facts)).containsExactly("DependenciesUnmet: it requires x");
    }

    @Test
    void shouldTellAnUpdateWhenSomethingElseHasBlockedTheExtensionBefore() {
        // Given
        Condition blocked = condition("Progressing", Status.FALSE, "Blocked", "no such account", "2");
        ClusterExtensionStatus well = installed("1.0.0", "mail-1", SUCCEEDED);
        ClusterExtensionStatus before = installed("1.0.0", "mail-1", blocked);
        ClusterExtensionStatus after = installed("1.0.0", "mail-1", blocked, update(Status.TRUE, "Blocked", "3"));
        Outcome outcome = new Outcome.Blocked("Blocked", "no such account");

        // When and then
        assertThat(reasons(facts(before, after, outcome, none()))).containsExactly("UpdateHeldBack");
        assertThat(reasons(facts(well, after, outcome, none()))).containsExactly("Blocked");
    }

    @Test
    void shouldTellTheSameTextAgainWhenTheExtensionWasWellMeanwhile() {
        // Given
        Condition later = condition("Progressing", Status.FALSE, "AwaitingApproval", "b needs an approval", "3");

        // When
        List<EventFact> first =
                facts(installed("1.0.0", "mail-1", SUCCEEDED), installed("1.0.0", "mail-1", AWAITING), WAITS, none());
        List<EventFact> again =
                facts(installed("1.0.0", "mail-1", SUCCEEDED), installed("1.0.0", "mail-1", later), WAITS, none());
        List<EventFact> ofAnother =
                facts(installed("1.0.0", "mail-3", SUCCEEDED), installed("1.0.0", "mail-3", AWAITING), WAITS, none());

        // Then
        assertThat(Stream.of(first, again, ofAnother).flatMap(List::stream))
                .hasSize(3)
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldTellOnceWhatWaitsWhateverIsReportedMeanwhile() {
        // Given
        Condition then = condition(
                "Progressing", Status.FALSE, "AwaitingApproval", "b needs an approval. Progress meanwhile: x", "2");
        Condition now = condition(
                "Progressing", Status.FALSE, "AwaitingApproval", "b needs an approval. Progress meanwhile: y", "2");
        Condition missed = condition("Progressing", Status.FALSE, "ProgressDeadlineExceeded", "Last status: x", "2");
        Condition missedNow = condition("Progressing", Status.FALSE, "ProgressDeadlineExceeded", "Last status: y", "2");
        Outcome inPlace = new Outcome.RevisionInPlace();

        // Then
        assertThat(facts(installed("1.0.0", "mail-1", then), installed("1.0.0", "mail-1", now), WAITS, none()))
                .isEmpty();
        assertThat(facts(
                        installed("1.0.0", "mail-1", missed), installed("1.0.0", "mail-1", missedNow), inPlace, none()))
                .isEmpty();
        assertThat(reasons(facts(
                        installed("1.0.0", "mail-1", now), installed("1.0.0", "mail-1", missed), inPlace, none())))
                .containsExactly("ProgressDeadlineExceeded");
    }

    /** After a restart the controller reads the catalogs again; until then it does not know what they offer. */
    @Test
    void shouldTellTheSameFactWhenItWasOnlyUnknownMeanwhile() {
        // Given
        Condition retrying = condition("Progressing", Status.TRUE, "Retrying", "the catalogs are being read", "3");
        Condition later = condition("Progressing", Status.FALSE, "AwaitingApproval", "b needs an approval", "4");
        Condition update = update(Status.TRUE, "HeldBackByVersion", "4");

        // When
        List<EventFact> first = facts(
                installed("1.0.0", "mail-1", retrying), installed("1.0.0", "mail-1", AWAITING, update), WAITS, none());
        List<EventFact> again = facts(
                installed("1.0.0", "mail-1", retrying, update(Status.UNKNOWN, "CatalogsUnavailable", "3")),
                installed("1.0.0", "mail-1", later, update),
                WAITS,
                none());

        // Then
        assertThat(reasons(first)).containsExactly("AwaitingApproval", "UpdateHeldBack");
        assertThat(again).isEqualTo(first);
    }

    @Test
    void shouldTellWhatADeletionWaitsForAndBreaks() {
        // Given
        ClusterExtensionStatus after = installed(
                "1.0.0",
                "mail-1",
                condition("Progressing", Status.FALSE, "InUse", "1 Mailbox exists", "2"),
                condition("BreaksDependents", Status.TRUE, "Deleting", "post needs it", "2"));

        // When
        List<EventFact> facts = StatusFacts.ofDeletion(installed("1.0.0", "mail-1", SUCCEEDED), after);

        // Then
        assertThat(text(facts)).containsExactly("DeletionRefused: 1 Mailbox exists", "BreaksDependents: post needs it");
    }

    @Test
    void shouldTellOnceThatADeletionWaitsWhateverTheCount() {
        // Given
        ClusterExtensionStatus before =
                installed("1.0.0", "mail-1", condition("Progressing", Status.FALSE, "InUse", "2 Mailboxes exist", "2"));
        ClusterExtensionStatus after =
                installed("1.0.0", "mail-1", condition("Progressing", Status.FALSE, "InUse", "1 Mailbox exists", "2"));

        // Then
        assertThat(StatusFacts.ofDeletion(before, after)).isEmpty();
    }

    private static List<EventFact> facts(
            ClusterExtensionStatus before,
            ClusterExtensionStatus after,
            Outcome outcome,
            Optional<RevisionState> installed,
            RevisionState... rollingOut) {
        return StatusFacts.of(before, after, outcome, new RevisionStates(installed, List.of(rollingOut), List.of()));
    }

    private static Optional<RevisionState> none() {
        return Optional.empty();
    }

    private static RevisionState revision(int number, String version) {
        return RevisionState.of(Serialization.unmarshal("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterObjectSet
                metadata:
                  name: mail-%1$d
                  annotations:
                    olm.operatorframework.io/bundle-name: mail.v%2$s
                    olm.operatorframework.io/bundle-version: %2$s
                spec: {revision: %1$d, lifecycleState: Active}
                """.formatted(number, version), ClusterObjectSet.class));
    }

    private static ClusterExtensionStatus installed(String version, String revision, Condition... conditions) {
        return new ClusterExtensionStatus(
                List.of(conditions),
                new Install(new BundleMetadata("mail.v" + version, version, null)),
                List.of(new ActiveRevision(revision, List.of())));
    }

    /** A status with revisions that roll out; the first one is installed if there is a version. */
    private static ClusterExtensionStatus rolling(String version, String... revisions) {
        return new ClusterExtensionStatus(
                List.of(),
                version.isEmpty() ? null : new Install(new BundleMetadata("mail.v" + version, version, null)),
                Stream.of(revisions)
                        .map(name -> new ActiveRevision(name, List.of()))
                        .toList());
    }

    private static Condition update(Status status, String reason, String since) {
        return condition("UpdateAvailable", status, reason, "version 1.1.0", since);
    }

    private static Condition condition(String type, Status status, String reason, String message, String since) {
        return new Condition(type, status, reason, message, 1, since);
    }

    private static List<String> reasons(List<EventFact> facts) {
        return facts.stream().map(EventFact::reason).toList();
    }

    private static List<String> text(List<EventFact> facts) {
        return facts.stream().map(fact -> fact.reason() + ": " + fact.note()).toList();
    }
}
