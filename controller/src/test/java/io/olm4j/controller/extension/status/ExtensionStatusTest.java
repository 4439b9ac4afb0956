package io.olm4j.controller.extension.status;

import static io.olm4j.controller.extension.revision.Fixtures.condition;
import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static io.olm4j.controller.extension.revision.Fixtures.states;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.controller.extension.revision.Fixtures;
import io.olm4j.upgradeedges.catalog.Deprecation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link ExtensionStatus} and {@link DeprecationConditions}. */
class ExtensionStatusTest {

    /** Not that of the revisions. */
    private static final long GENERATION = 5;

    private static final Instant NOW = Instant.parse("2026-02-02T02:02:02.5Z");

    @Test
    void shouldSayWhatIsInstalled() {
        ClusterExtensionStatus status =
                status(new Outcome.RevisionInPlace(), Optional.of(List.of()), installed(3, "1.2.0"));

        assertThat(says(status))
                .containsExactly(
                        "Installed=TRUE Succeeded Installed bundle registry.example.com/p:v1.2.0 successfully",
                        "Progressing=TRUE Succeeded Revision 1.2.0 has rolled out.",
                        "Available=TRUE ProbesSucceeded Objects are available and pass all probes.",
                        "Deprecated=FALSE NotDeprecated not deprecated",
                        "PackageDeprecated=FALSE NotDeprecated package not deprecated",
                        "ChannelDeprecated=FALSE NotDeprecated channel not deprecated",
                        "BundleDeprecated=FALSE NotDeprecated bundle not deprecated");
        assertThat(status.install()).isNotNull();
        assertThat(status.install().bundle().name()).isEqualTo("p.v1.2.0");
        assertThat(status.activeRevisions()).containsExactly(new ActiveRevision("ce-3", List.of()));
    }

    @Test
    void shouldTellOfTheRollOutBesideWhatIsInstalled() {
        Condition progressing = condition("Progressing", Status.TRUE, "RollingOut", "Revision 1.3.0 is rolling out.");
        Condition available = condition("Available", Status.FALSE, "ProbeFailure", "not yet");

        ClusterExtensionStatus status = status(
                new Outcome.RevisionInPlace(),
                Optional.of(List.of()),
                installed(3, "1.2.0"),
                set(4, "1.3.0", LifecycleState.ACTIVE, progressing, available));

        assertThat(says(status))
                .contains(
                        "Installed=TRUE Succeeded Installed bundle registry.example.com/p:v1.2.0 successfully",
                        "Progressing=TRUE RollingOut Revision 1.3.0 is rolling out. ce-4 waits for: not yet",
                        "Available=TRUE ProbesSucceeded Objects are available and pass all probes.");
        assertThat(status.activeRevisions())
                .containsExactly(
                        new ActiveRevision("ce-3", List.of()),
                        new ActiveRevision(
                                "ce-4", List.of(available.reportedAt(GENERATION), progressing.reportedAt(GENERATION))));
    }

    @Test
    void shouldNameTheObjectThatTheInstalledRevisionWaitsFor() {
        ClusterObjectSet set = set(
                3,
                "1.2.0",
                LifecycleState.ACTIVE,
                condition("Succeeded", Status.TRUE, "Succeeded", "Revision succeeded rolling out."),
                condition("Progressing", Status.TRUE, "RollingOut", "Revision 1.2.0 is rolling out."),
                condition("Available", Status.FALSE, "ProbeFailure", "no pod is ready"));

        assertThat(says(status(new Outcome.RevisionInPlace(), Optional.of(List.of()), set)))
                .contains(
                        "Installed=TRUE Succeeded Installed bundle registry.example.com/p:v1.2.0 successfully",
                        "Progressing=TRUE RollingOut Revision 1.2.0 is rolling out. ce-3 waits for: no pod is ready",
                        "Available=FALSE ProbeFailure no pod is ready");
    }

    @Test
    void shouldSayWhatAnArchivedRevisionLeaves() {
        Condition failing = condition("Progressing", Status.TRUE, "Retrying", "error archiving revision: no rights");
        Condition archiving = condition("Progressing", Status.TRUE, "RollingOut", "removing revision resources");

        assertThat(says(status(
                        new Outcome.RevisionInPlace(),
                        Optional.of(List.of()),
                        set(1, "1.0.0", LifecycleState.ARCHIVED, archiving),
                        set(2, "1.1.0", LifecycleState.ARCHIVED, failing),
                        installed(3, "1.2.0"))))
                .contains("Progressing=TRUE Succeeded Revision 1.2.0 has rolled out. Objects of the archived revision"
                        + " ce-2 may be left: error archiving revision: no rights");
    }

    @Test
    void shouldSayWhatARevisionLeavesWhoseDeletionDoesNotEnd() {
        Condition deleting =
                condition("Progressing", Status.TRUE, "Deleting", "Deleting since " + Fixtures.THEN + ": no rights");
        ClusterObjectSet held = deleted(set(1, "1.0.0", LifecycleState.ACTIVE, deleting), Finalizers.TEARDOWN);
        ClusterObjectSet takenDown = deleted(set(1, "1.0.0", LifecycleState.ACTIVE, deleting), "example.com/other");
        String left = "Objects of the revision ce-1 may be left: Deleting since " + Fixtures.THEN + ": no rights";

        assertThat(says(status(new Outcome.RevisionInPlace(), Optional.of(List.of()), held, installed(2, "1.2.0"))))
                .contains("Progressing=TRUE Succeeded Revision 1.2.0 has rolled out. " + left);
        assertThat(says(status(new Outcome.Retrying("no bundles found"), Optional.of(List.of()), held)))
                .contains("Installed=FALSE Failed No bundle installed. " + left);
        assertThat(says(status(new Outcome.Retrying("no bundles found"), Optional.of(List.of()), takenDown)))
                .contains("Installed=FALSE Failed No bundle installed");
    }

    private static ClusterObjectSet deleted(ClusterObjectSet set, String finalizer) {
        set.getMetadata().setDeletionTimestamp(Fixtures.THEN);
        set.getMetadata().setFinalizers(List.of(finalizer));
        return set;
    }

    @Test
    void shouldSayThatNothingIsInstalledYet() {
        assertThat(says(status(
                        new Outcome.RevisionInPlace(), Optional.of(List.of()), set(1, "1.0.0", LifecycleState.ACTIVE))))
                .contains(
                        "Installed=FALSE Absent No bundle installed",
                        "Progressing=TRUE RollingOut Revision 1.0.0 is rolling out.",
                        "BundleDeprecated=UNKNOWN Absent no bundle installed yet");
        assertThat(says(status(
                        new Outcome.RevisionInPlace(),
                        Optional.of(List.of()),
                        set(
                                1,
                                "1.0.0",
                                LifecycleState.ACTIVE,
                                condition("Progressing", Status.TRUE, "Retrying", "no rights")))))
                .contains("Installed=FALSE Failed No bundle installed", "Progressing=TRUE Retrying no rights");
    }

    @Test
    void shouldNotCallAFirstRollOutFailedWhenItsSpecNoLongerResolves() {
        assertThat(says(status(
                        new Outcome.Retrying("no bundles found"),
                        Optional.of(List.of()),
                        set(1, "1.0.0", LifecycleState.ACTIVE))))
                .contains("Installed=FALSE Absent No bundle installed", "Progressing=TRUE Retrying no bundles found");
        assertThat(says(status(new Outcome.Retrying("no bundles found"), Optional.of(List.of()))))
                .contains("Installed=FALSE Failed No bundle installed");
    }

    @Test
    void shouldSayWhichObjectAFirstInstallationWaitsFor() {
        ClusterExtensionStatus status = status(
                new Outcome.RevisionInPlace(),
                Optional.of(List.of()),
                set(
                        1,
                        "1.0.0",
                        LifecycleState.ACTIVE,
                        condition("Progressing", Status.TRUE, "RollingOut", "Revision 1.0.0 is rolling out."),
                        condition(
                                "Available", Status.FALSE, "ProbeFailure", "Object Deployment.apps/v1 a/b: not yet")));

        assertThat(says(status))
                .contains(
                        "Installed=FALSE Absent No bundle installed",
                        "Available=FALSE ProbeFailure Object Deployment.apps/v1 a/b: not yet",
                        "Progressing=TRUE RollingOut Revision 1.0.0 is rolling out. ce-1 waits for: Object"
                                + " Deployment.apps/v1 a/b: not yet");
    }

    @Test
    void shouldLeaveOutABundleThatTheStatusCannotName() {
        for (String version : List.of("abc", "")) {
            ClusterObjectSet set = installed(1, version);
            set.getMetadata().getAnnotations().put(Annotations.BUNDLE_NAME, "p.v1");

            assertThat(status(new Outcome.RevisionInPlace(), Optional.empty(), set)
                            .install())
                    .isNull();
        }
        ClusterObjectSet badName = installed(1, "1.0.0");
        badName.getMetadata().getAnnotations().put(Annotations.BUNDLE_NAME, "Not_A_Name");
        assertThat(status(new Outcome.RevisionInPlace(), Optional.empty(), badName)
                        .install())
                .isNull();
        ClusterObjectSet badRelease = installed(1, "1.0.0");
        badRelease.getMetadata().getAnnotations().put(Annotations.BUNDLE_RELEASE, "01");
        assertThat(status(new Outcome.RevisionInPlace(), Optional.empty(), badRelease)
                        .install())
                .isEqualTo(new Install(new BundleMetadata("p.v1.0.0", "1.0.0", null)));
    }

    @Test
    void shouldKeepWhatIsInstalledWhenAPassFails() {
        ClusterExtensionStatus status =
                status(new Outcome.Retrying("no such version"), Optional.empty(), installed(1, "1.0.0"));

        assertThat(says(status))
                .contains(
                        "Installed=TRUE Succeeded Installed bundle registry.example.com/p:v1.0.0 successfully",
                        "Progressing=TRUE Retrying no such version",
                        "Deprecated=UNKNOWN DeprecationStatusUnknown deprecation status unknown: catalog data"
                                + " unavailable",
                        "BundleDeprecated=UNKNOWN DeprecationStatusUnknown deprecation status unknown: catalog"
                                + " data unavailable");
        assertThat(says(status(new Outcome.Blocked("InvalidConfiguration", "bad"), Optional.empty())))
                .contains("Installed=FALSE Failed No bundle installed", "Progressing=FALSE InvalidConfiguration bad");
    }

    @Test
    void shouldTellHowTheInstalledBundleRollsOutWhileAnotherOneIsHeldBack() {
        Condition stuck = condition("Progressing", Status.FALSE, "ProgressDeadlineExceeded", "too late.");
        Condition available = condition("Available", Status.FALSE, "ProbeFailure", "not yet");
        Outcome held = new Outcome.HeldBack("AwaitingApproval", "1.1.0 needs an approval");

        assertThat(says(status(held, Optional.empty(), installed(1, "1.0.0"))))
                .contains("Progressing=FALSE AwaitingApproval 1.1.0 needs an approval");
        assertThat(says(status(
                        held,
                        Optional.empty(),
                        installed(1, "1.0.0"),
                        set(2, "1.0.0", LifecycleState.ACTIVE, stuck, available))))
                .contains("Progressing=FALSE AwaitingApproval 1.1.0 needs an approval. Progress of ce-2 meanwhile:"
                        + " ProgressDeadlineExceeded, too late. ce-2 waits for: not yet");
    }

    @Test
    void shouldChangeNothingWhileCatalogsAreReadForTheFirstTime() {
        List<Deprecation> old =
                List.of(new Deprecation(Deprecation.Scope.BUNDLE, Optional.of("p.v1.0.0"), "old bundle"));
        ClusterExtensionStatus before = status(new Outcome.RevisionInPlace(), Optional.of(old), installed(1, "1.0.0"));

        ClusterExtensionStatus after = ExtensionStatus.withoutCatalogs(
                new Conditions(before.conditions(), GENERATION, NOW.plusSeconds(60)),
                states(installed(1, "1.0.0")),
                new Outcome.AwaitingCatalogs());

        assertThat(after).isEqualTo(before);
    }

    @Test
    void shouldKeepTheDeprecationsWhileAFailureComesBeforeTheCatalogs() {
        List<Deprecation> old = List.of(new Deprecation(Deprecation.Scope.PACKAGE, Optional.empty(), "old package"));
        Outcome failed = new Outcome.Retrying("no rights");
        ClusterExtensionStatus before = status(new Outcome.RevisionInPlace(), Optional.of(old), installed(1, "1.0.0"));

        ClusterExtensionStatus unhealed = ExtensionStatus.withoutCatalogs(
                new Conditions(before.conditions(), GENERATION + 1, NOW.plusSeconds(60)),
                states(installed(1, "1.0.0")),
                failed);
        ClusterExtensionStatus unresolved = ExtensionStatus.of(
                new Conditions(before.conditions(), GENERATION + 1, NOW.plusSeconds(60)),
                states(installed(1, "1.0.0")),
                failed,
                Optional.empty(),
                List.of());

        assertThat(says(unhealed)).contains("Progressing=TRUE Retrying no rights");
        assertThat(deprecations(unhealed)).hasSize(4).isEqualTo(deprecations(before));
        assertThat(deprecations(unresolved)).hasSize(4).allSatisfy(c -> {
            assertThat(c.status()).isEqualTo(Status.UNKNOWN);
            assertThat(c.reason()).isEqualTo("DeprecationStatusUnknown");
        });
    }

    @Test
    void shouldSayThatDeprecationsAreUnknownWhereNoneWereReportedYet() {
        ClusterExtensionStatus first = ExtensionStatus.withoutCatalogs(
                new Conditions(List.of(), GENERATION, NOW),
                states(installed(1, "1.0.0")),
                new Outcome.Retrying("no rights"));

        assertThat(deprecations(first))
                .hasSize(4)
                .allSatisfy(c -> assertThat(c.status()).isEqualTo(Status.UNKNOWN));
    }

    @Test
    void shouldJoinDeprecationsOfPackageChannelAndInstalledBundle() {
        List<Deprecation> deprecations = List.of(
                new Deprecation(Deprecation.Scope.BUNDLE, Optional.of("p.v1.0.0"), "old bundle"),
                new Deprecation(Deprecation.Scope.BUNDLE, Optional.of("p.v0.9.0"), "other bundle"),
                new Deprecation(Deprecation.Scope.CHANNEL, Optional.of("wanted"), "old channel"),
                new Deprecation(Deprecation.Scope.CHANNEL, Optional.of("other"), "other channel"),
                new Deprecation(Deprecation.Scope.PACKAGE, Optional.empty(), "old package"));
        var conditions = new Conditions(List.of(), 1, NOW);

        DeprecationConditions.set(
                conditions,
                Optional.of(deprecations),
                List.of("wanted"),
                states(installed(1, "1.0.0")).installed());

        assertThat(conditions.toList().stream().map(ExtensionStatusTest::says))
                .containsExactly(
                        "Deprecated=TRUE Deprecated old package\nold channel\nold bundle",
                        "PackageDeprecated=TRUE Deprecated old package",
                        "ChannelDeprecated=TRUE Deprecated old channel",
                        "BundleDeprecated=TRUE Deprecated old bundle");
    }

    @Test
    void shouldMoveTheTransitionTimeOnlyWithTheStatus() {
        List<Condition> before = List.of(
                condition("Progressing", Status.TRUE, "RollingOut", "before"),
                condition("Installed", Status.FALSE, "Absent", "No bundle installed"));

        ClusterExtensionStatus after = ExtensionStatus.of(
                new Conditions(before, 7, NOW),
                states(installed(1, "1.0.0")),
                new Outcome.RevisionInPlace(),
                Optional.empty(),
                List.of());

        assertThat(Conditions.find(after.conditions(), "Progressing"))
                .hasValueSatisfying(c -> assertThat(c.lastTransitionTime()).isEqualTo(Fixtures.THEN));
        assertThat(Conditions.find(after.conditions(), "Installed"))
                .hasValueSatisfying(c -> assertThat(c.lastTransitionTime()).isEqualTo("2026-02-02T02:02:02Z"));
        assertThat(after.conditions())
                .allSatisfy(c -> assertThat(c.observedGeneration()).isEqualTo(7));
    }

    private static ClusterExtensionStatus status(
            Outcome outcome, Optional<List<Deprecation>> catalogData, ClusterObjectSet... sets) {
        return ExtensionStatus.of(
                new Conditions(List.of(), GENERATION, NOW), states(sets), outcome, catalogData, List.of());
    }

    private static List<Condition> deprecations(ClusterExtensionStatus status) {
        return status.conditions().stream()
                .filter(c -> c.type().endsWith("Deprecated"))
                .toList();
    }

    private static List<String> says(ClusterExtensionStatus status) {
        return status.conditions().stream().map(ExtensionStatusTest::says).toList();
    }

    private static String says(Condition c) {
        return c.type() + "=" + c.status() + " " + c.reason() + " " + c.message();
    }
}
