package io.olm4j.controller.extension.revision;

import static io.olm4j.controller.extension.revision.Fixtures.installed;
import static io.olm4j.controller.extension.revision.Fixtures.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Labels;
import io.olm4j.controller.clusterupgrade.Blocker;
import io.olm4j.controller.clusterupgrade.Blockers;
import io.olm4j.controller.clusterupgrade.OpenShiftVersion;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.UnknownRevision;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link InstalledRevisions}. */
class InstalledRevisionsTest {

    private static final String UID = "uid-of-ce";

    private final ClusterExtension extension = new ClusterExtension();

    InstalledRevisionsTest() {
        extension.setMetadata(
                new ObjectMetaBuilder().withName("ce").withUid(UID).build());
    }

    private List<String> installedBundles(ClusterObjectSet... sets) {
        return InstalledRevisions.of(all(Stream.of(sets).map(InstalledRevisionsTest::owned))).stream()
                .map(InstalledExtension::bundle)
                .map(bundle -> bundle.name())
                .toList();
    }

    private List<ExtensionRevisions> all(Stream<ClusterObjectSet> sets) {
        return InstalledRevisions.all(Stream.of(extension), sets);
    }

    private static ClusterObjectSet owned(ClusterObjectSet set) {
        set.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion("olm.operatorframework.io/v1")
                        .withKind(ClusterExtension.KIND)
                        .withName("ce")
                        .withUid(UID)
                        .withController(true)
                        .build()));
        return set;
    }

    private static ClusterObjectSet deleted(ClusterObjectSet set) {
        set.getMetadata().setDeletionTimestamp(Fixtures.THEN);
        return set;
    }

    @Test
    void shouldKeepADeletedExtensionWhileItsRevisionIsBeingDeleted() {
        extension.getMetadata().setDeletionTimestamp(Fixtures.THEN);

        assertThat(installedBundles(deleted(installed(1, "1.0.0")))).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldKeepADeletedExtensionWhoseDeletionIsRefused() {
        extension.getMetadata().setDeletionTimestamp(Fixtures.THEN);

        assertThat(installedBundles(installed(1, "1.0.0"))).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldTakeTheHighestRevisionOfADeletedExtensionThatRolledOutAndIsNotArchived() {
        extension.getMetadata().setDeletionTimestamp(Fixtures.THEN);
        ClusterObjectSet archived = installed(1, "1.0.0");
        archived.setSpec(set(1, "1.0.0", LifecycleState.ARCHIVED).getSpec());

        assertThat(installedBundles(
                        deleted(archived),
                        deleted(installed(2, "1.1.0")),
                        deleted(set(3, "1.2.0", LifecycleState.ACTIVE))))
                .containsExactly("p.v1.1.0");
        assertThat(installedBundles(deleted(archived))).isEmpty();
    }

    @Test
    void shouldBlockUpgradesOfTheClusterWhileTheLimitOfALostReleaseIsNotKnown() {
        ClusterObjectSet revision = owned(installed(1, "1.0.0"));
        assertThat(blockers(revision)).isEmpty();

        revision.getMetadata().setLabels(Map.of(Labels.MIGRATED_FROM_HELM, "true"));
        assertThat(blockers(revision))
                .singleElement()
                .isEqualTo(new Blocker.Unreadable(
                        "ce",
                        "p.v1.0.0",
                        "its Helm release could not be read, so that its olm.maxOpenShiftVersion is not known until"
                                + " another revision has rolled out"));

        revision.getMetadata().getAnnotations().put(Annotations.OLM_PROPERTIES, "[]");
        assertThat(blockers(revision)).isEmpty();
    }

    private List<Blocker> blockers(ClusterObjectSet revision) {
        return Blockers.of(
                InstalledRevisions.of(all(Stream.of(revision))), new OpenShiftVersion(4, 19), _ -> Optional.empty());
    }

    @Test
    void shouldKeepARevisionThatIsBeingDeletedWhileTheExtensionStays() {
        assertThat(installedBundles(deleted(installed(1, "1.0.0")))).containsExactly("p.v1.0.0");
    }

    @Test
    void shouldNameAnInstalledBundleThatNoRevisionHolds() {
        extension.setStatus(new ClusterExtensionStatus(
                List.of(), new Install(new BundleMetadata("p.v1.0.0", "1.0.0", null)), List.of()));

        assertThat(unknown()).containsExactly(new UnknownRevision("ce", "p.v1.0.0"));
        assertThat(unknown(installed(1, "1.0.0"))).isEmpty();

        extension.getMetadata().setDeletionTimestamp(Fixtures.THEN);
        assertThat(unknown()).isEmpty();
    }

    private List<UnknownRevision> unknown(ClusterObjectSet... sets) {
        return InstalledRevisions.unknown(all(Stream.of(sets).map(InstalledRevisionsTest::owned)));
    }
}
