package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.extension;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.RevisionDecision;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionLifecycle;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.testsupport.Objects;
import io.olm4j.testsupport.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of the chain of revisions of an extension on the API server. */
class RevisionsIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static Revisions revisions() {
        return new Revisions(fixture.admin(), SetControllerFixture.SYSTEM);
    }

    private static RevisionIdentity identity(ServiceAccountRef account, String image) {
        String name = "many-" + account.namespace();
        return new RevisionIdentity(
                name,
                extension(name, account).getMetadata().getUid(),
                "many",
                "many.v1",
                "1.0.0",
                Optional.empty(),
                image,
                Optional.empty(),
                Optional.empty(),
                new Identity.Account(account),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** The revisions of an extension on the API server, oldest first. */
    private static List<ClusterObjectSet> list(ClusterExtension extension) {
        return fixture
                .admin()
                .resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, extension.getMetadata().getName())
                .list()
                .getItems()
                .stream()
                .filter(set ->
                        RevisionOwner.isRevisionOf(set, extension.getMetadata().getUid()))
                .sorted(Comparator.comparingLong(set -> set.getSpec().revision()))
                .toList();
    }

    @Test
    void shouldKeepFiveArchivedRevisions() {
        Revisions revisions = revisions();
        // Given six archived revisions, and one that is archived when the next one has rolled out
        ServiceAccountRef account = fixture.installer();
        String owner = "history-" + account.namespace();
        for (int number = 1; number <= 7; number++) {
            ClusterObjectSet set = set(
                    owner, number, account, phase("deploy", configMap(account.namespace(), "settings", "" + number)));
            fixture.admin().resource(set).create();
            fixture.awaitRolledOut(set);
        }
        await().atMost(Duration.ofMinutes(2))
                .until(() -> list(extension(owner, account)).stream()
                                .filter(set -> set.getSpec().lifecycleState() == LifecycleState.ARCHIVED)
                                .count()
                        == 6);

        // When
        revisions.collectGarbage(list(extension(owner, account)));

        // Then
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(Objects.names(list(extension(owner, account))))
                        .containsExactly(owner + "-3", owner + "-4", owner + "-5", owner + "-6", owner + "-7"));
        assertThat(fixture.admin()
                        .configMaps()
                        .inNamespace(account.namespace())
                        .withName("settings")
                        .get()
                        .getData())
                .containsEntry("key", "7");
    }

    @Test
    void shouldMakeTheMarkForAnOrphaningDeletionAgainWhenSomebodyDeletedIt() {
        var now = new AtomicReference<>(Instant.EPOCH);
        var revisions = new RevisionLifecycle(fixture.admin(), SetControllerFixture.SYSTEM, now::get);
        // Given
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = set(
                "marked-" + account.namespace(),
                1,
                account,
                phase("deploy", configMap(account.namespace(), "marked", "1")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        ClusterObjectSet rolledOut = fixture.admin().resource(set).get();
        revisions.prepare(rolledOut, List.of());
        var mark = fixture.admin()
                .secrets()
                .inNamespace(SetControllerFixture.SYSTEM)
                .withName("cascade-" + rolledOut.getMetadata().getUid());
        assertThat(mark.delete()).isNotEmpty();

        // When
        revisions.prepare(rolledOut, List.of());
        assertThat(mark.get()).as("the list of the marks is not old").isNull();
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(11)));
        revisions.prepare(rolledOut, List.of());

        // Then
        assertThat(mark.get()).isNotNull();
    }

    /** A backup restores Secrets without their owners, and an ownerless mark means that the objects are orphaned. */
    @Test
    void shouldGiveAMarkItsOwnerAgainWhenABackupRestoredItWithoutOne() {
        var now = new AtomicReference<>(Instant.EPOCH);
        var revisions = new RevisionLifecycle(fixture.admin(), SetControllerFixture.SYSTEM, now::get);
        // Given
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = set(
                "restored-" + account.namespace(),
                1,
                account,
                phase("deploy", configMap(account.namespace(), "restored", "1")));
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);
        ClusterObjectSet rolledOut = fixture.admin().resource(set).get();
        revisions.prepare(rolledOut, List.of());
        fixture.admin()
                .secrets()
                .inNamespace(SetControllerFixture.SYSTEM)
                .withName("cascade-" + rolledOut.getMetadata().getUid())
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"ownerReferences\":null}}");
        assertThat(revisions.isOrphaning(rolledOut)).isTrue();

        // When
        now.set(Instant.EPOCH.plus(Duration.ofMinutes(11)));
        revisions.prepare(rolledOut, List.of());

        // Then
        assertThat(revisions.isOrphaning(rolledOut)).isFalse();
    }

    @Test
    void shouldNeitherDeleteNorMarkAnotherSetOfTheSameName() {
        Revisions revisions = revisions();
        // Given a set as a cache still has it, and another one that a user created in its place
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet set = set("again-" + account.namespace(), 1, account);
        ClusterObjectSet gone = fixture.admin().resource(set).create();
        fixture.admin().resource(set).delete();
        fixture.awaitGone(set);
        ClusterObjectSet there = fixture.admin().resource(set).create();

        // When
        revisions.delete(List.of(gone));
        boolean isReplaced = revisions.replace(gone, "another", _ -> {});

        // Then
        assertThat(isReplaced).isTrue();
        ClusterObjectSet now = fixture.admin().resource(set).get();
        assertThat(now.getMetadata().getUid()).isEqualTo(there.getMetadata().getUid());
        assertThat(now.isMarkedForDeletion()).isFalse();
        assertThat(now.getMetadata().getAnnotations()).doesNotContainKey(Annotations.REPLACED_BY);

        // When
        revisions.delete(List.of(there));

        // Then
        fixture.awaitGone(set);
        revisions.delete(List.of(there));
    }

    @Test
    void shouldNotTakeTheSecretsOfAnEarlierRevisionOfTheSameName() {
        Revisions revisions = revisions();
        // Given a deleted revision, and its Secret that the garbage collector has not found yet
        ServiceAccountRef account = fixture.installer();
        List<ObjectNode> objects = List.of(configMap(account.namespace(), "settings", "a"));
        RevisionPlan plan = ((RevisionDecision.Create) new RevisionDecider(
                                new RevisionBuilder(SetControllerFixture.SYSTEM))
                        .decide(identity(account, "example.com/many@sha256:0"), objects, List.of(), name -> false))
                .plan();
        Secret left = fixture.admin()
                .resource(new SecretBuilder(plan.secrets().getFirst())
                        .editMetadata()
                        .addToAnnotations(Annotations.REVISION_UID, "00000000-0000-0000-0000-000000000001")
                        .endMetadata()
                        .build())
                .create();

        // When
        ClusterObjectSet created = revisions.create(plan);

        // Then
        fixture.awaitRolledOut(created);
        assertThat(fixture.admin().resource(left).get().getMetadata())
                .satisfies(now ->
                        assertThat(now.getUid()).isNotEqualTo(left.getMetadata().getUid()))
                .satisfies(now -> assertThat(now.getAnnotations())
                        .containsEntry(
                                Annotations.REVISION_UID, created.getMetadata().getUid()));
    }

    @Test
    void shouldNotCountAReplacedRevisionAsRolledOut() {
        Revisions revisions = revisions();
        // Given a revision that another one replaces before it has rolled out
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        ClusterObjectSet replaced =
                set("replaced-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "1")));
        replaced.getMetadata().getAnnotations().put(Annotations.REPLACED_BY, "replaced-" + namespace + "-2");

        // When
        ClusterObjectSet created = fixture.admin().resource(replaced).create();

        // Then
        fixture.awaitCondition(replaced, ConditionTypes.AVAILABLE, Reasons.PROBES_SUCCEEDED);
        assertThat(fixture.configMap(namespace, "settings")).isNotNull();
        assertThat(fixture.condition(replaced, ConditionTypes.PROGRESSING).map(Condition::reason))
                .contains(Reasons.ROLLING_OUT);
        assertThat(fixture.condition(replaced, ConditionTypes.SUCCEEDED)).isEmpty();
        assertThat(revisions.replace(created, "replaced-" + namespace + "-3", _ -> {}))
                .as("it can be replaced again")
                .isTrue();

        // When it becomes the newest revision again
        fixture.admin().resource(replaced).edit(set -> {
            set.getMetadata().getAnnotations().remove(Annotations.REPLACED_BY);
            return set;
        });

        // Then
        fixture.awaitRolledOut(replaced);
        assertThat(revisions.replace(created, "replaced-" + namespace + "-3", _ -> {}))
                .as("a revision that has rolled out can be replaced")
                .isFalse();
    }

    @Test
    void shouldKeepTheMarkOfAReplacedRevisionWhileItsReplacementExists() {
        // Given a revision that another one replaces, and a caller who has seen neither the mark nor the other one
        ServiceAccountRef account = fixture.installer();
        ClusterObjectSet first = create(account, "a", List.of());
        fixture.awaitRolledOut(first);
        ClusterObjectSet second = create(account, "b", List.of(first));
        fixture.awaitRolledOut(second);
        ClusterObjectSet marked = mark(first, second);

        // When
        ClusterObjectSet amended = amended(marked, first);

        // Then
        assertThat(amended.getMetadata().getAnnotations())
                .containsEntry(Annotations.REPLACED_BY, second.getMetadata().getName());

        // When the mark names the revision itself
        mark(second, second);

        // Then
        assertThat(amended(second, second).getMetadata().getAnnotations()).doesNotContainKey(Annotations.REPLACED_BY);

        // When the replacement is gone
        fixture.admin().resource(second).delete();
        fixture.awaitGone(second);

        // Then
        assertThat(amended(marked, first).getMetadata().getAnnotations()).doesNotContainKey(Annotations.REPLACED_BY);
    }

    /** Marks a set as replaced by another one. */
    private static ClusterObjectSet mark(ClusterObjectSet set, ClusterObjectSet by) {
        return fixture.admin()
                .resource(set)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}"
                                .formatted(
                                        Annotations.REPLACED_BY,
                                        by.getMetadata().getName()));
    }

    /** The controller may write a status between the read and the write of the amendment. */
    private static ClusterObjectSet amended(ClusterObjectSet existing, ClusterObjectSet wanted) {
        return await().atMost(Patience.ENOUGH)
                .ignoreExceptionsMatching(
                        e -> e instanceof KubernetesClientException failure && failure.getCode() == 409)
                .until(() -> revisions().amend(existing, wanted), _ -> true);
    }

    private static ClusterObjectSet create(ServiceAccountRef account, String data, List<ClusterObjectSet> existing) {
        var decision = (RevisionDecision.Create) new RevisionDecider(new RevisionBuilder(SetControllerFixture.SYSTEM))
                .decide(
                        identity(account, "example.com/many@sha256:0"),
                        List.of(configMap(account.namespace(), "marked", data)),
                        existing,
                        _ -> false);
        return revisions().create(decision.plan());
    }

    @Test
    void shouldSplitALargePhaseAndChangeAnnotationsInPlace() {
        Revisions revisions = revisions();
        // Given more objects than a phase holds
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        List<ObjectNode> objects = IntStream.range(0, 60)
                .mapToObj(i -> configMap(namespace, "settings-" + i, "a"))
                .toList();
        var decider = new RevisionDecider(new RevisionBuilder(SetControllerFixture.SYSTEM));
        RevisionPlan plan = ((RevisionDecision.Create) decider.decide(
                        identity(account, "example.com/many@sha256:0"), objects, List.of(), name -> false))
                .plan();
        ClusterObjectSet created = revisions.create(plan);
        fixture.awaitRolledOut(created);
        ClusterObjectSet before = fixture.admin().resource(created).get();
        assertThat(before.getSpec().phases())
                .extracting(phase -> phase.name() + " " + phase.objects().size())
                .containsExactly("configuration 50", "configuration-2 10");

        // When only the image has changed
        RevisionDecision decision = decider.decide(
                identity(account, "example.com/mirror/many@sha256:0"),
                objects,
                list(extension("many-" + namespace, account)),
                name -> false);
        var amend = (RevisionDecision.Amend) decision;
        ClusterObjectSet after = revisions.amend(amend.existing(), amend.wanted());

        // Then
        assertThat(after.getMetadata().getUid()).isEqualTo(before.getMetadata().getUid());
        assertThat(after.getMetadata().getGeneration())
                .isEqualTo(before.getMetadata().getGeneration());
        assertThat(after.getMetadata().getAnnotations())
                .containsEntry(Annotations.BUNDLE_REFERENCE, "example.com/mirror/many@sha256:0");
        assertThat(list(extension("many-" + namespace, account))).hasSize(1);
    }
}
