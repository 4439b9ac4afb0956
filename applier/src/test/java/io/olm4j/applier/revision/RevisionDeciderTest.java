package io.olm4j.applier.revision;

import static io.olm4j.applier.testing.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionDecision.Amend;
import io.olm4j.applier.revision.RevisionDecision.Create;
import io.olm4j.applier.revision.RevisionDecision.Keep;
import io.olm4j.applier.revision.RevisionDecision.Restore;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RevisionDeciderTest {

    private static final RevisionIdentity IDENTITY = RevisionBuilderTest.IDENTITY;
    private static final List<ObjectNode> OBJECTS = List.of(object("v1", "ConfigMap", "argocd", "a"));
    private static final List<ObjectNode> OTHERS = List.of(object("v1", "ConfigMap", "argocd", "b"));

    private final RevisionBuilder builder = new RevisionBuilder("olmv1-system");
    private final RevisionDecider decider = new RevisionDecider(builder);

    private ClusterObjectSet existing(List<ObjectNode> objects, long number, LifecycleState state) {
        ClusterObjectSet set = ((RevisionPlan) builder.build(IDENTITY, objects, number)).set();
        ClusterObjectSetSpec spec = set.getSpec();
        set.setSpec(new ClusterObjectSetSpec(
                state,
                spec.revision(),
                spec.collisionProtection(),
                spec.phases(),
                spec.progressDeadlineMinutes(),
                spec.progressionProbes()));
        return set;
    }

    @Test
    void shouldCreateTheFirstRevisionWhenThereIsNone() {
        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(), name -> false))
                .isInstanceOfSatisfying(
                        Create.class,
                        create -> assertThat(create.plan().set().getMetadata().getName())
                                .isEqualTo("argocd-1"));
    }

    @Test
    void shouldKeepTheNewestWhenItsContentIsTheSame() {
        ClusterObjectSet old = existing(OTHERS, 1, LifecycleState.ARCHIVED);
        ClusterObjectSet newest = existing(OBJECTS, 2, LifecycleState.ACTIVE);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest, old), name -> false))
                .isEqualTo(new Keep());
    }

    @Test
    void shouldRestoreTheNewestWhenItsObjectsCannotBeRead() {
        ClusterObjectSet newest = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        newest.setStatus(new ClusterObjectSetStatus(
                new Conditions(List.of(), 1L, Instant.EPOCH)
                        .set(
                                ConditionTypes.PROGRESSING,
                                Status.TRUE,
                                Reasons.RETRYING,
                                "resolving phase objects: secret \"olmv1-system/argocd-2-0123456789abcdef\" not found")
                        .toList(),
                List.of()));

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest), name -> false))
                .isInstanceOfSatisfying(Restore.class, restore -> {
                    assertThat(restore.existing()).isSameAs(newest);
                    assertThat(restore.plan().set().getSpec().phases())
                            .isEqualTo(newest.getSpec().phases());
                });
    }

    @Test
    void shouldAmendWhatOthersChangedBesideTheContent() {
        Map<String, Consumer<ObjectMeta>> changes = Map.of(
                "annotation changed",
                metadata -> metadata.getAnnotations().put(Annotations.BUNDLE_VERSION, "9.9.9"),
                "annotation removed",
                metadata -> metadata.getAnnotations().remove(Annotations.SERVICE_ACCOUNT_NAME),
                "annotation added",
                metadata -> metadata.getAnnotations().put(Annotations.BUNDLE_RELEASE, "1"),
                "digest changed",
                metadata -> metadata.getAnnotations().put(Annotations.INPUTS_DIGEST, "sha256:0"),
                "label removed",
                metadata -> metadata.getLabels().remove(Labels.OWNER_KIND),
                "labels removed",
                metadata -> metadata.setLabels(null),
                "owner no controller",
                metadata -> metadata.getOwnerReferences().getFirst().setController(false));
        changes.forEach((name, change) -> {
            ClusterObjectSet set = existing(OBJECTS, 2, LifecycleState.ACTIVE);
            assertThat(RevisionDecider.amendment(IDENTITY, set, true)).isEmpty();

            change.accept(set.getMetadata());

            assertThat(decider.decide(IDENTITY, OBJECTS, List.of(set), _ -> false))
                    .as(name)
                    .isInstanceOf(Amend.class);
            assertThat(RevisionDecider.amendment(IDENTITY, set, true)).as(name).isPresent();
        });
    }

    @Test
    void shouldRemoveTheMarkOfAReplacementOnlyFromTheNewestRevision() {
        ClusterObjectSet set = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        set.getMetadata().getAnnotations().put(Annotations.REPLACED_BY, "op-3");

        assertThat(RevisionDecider.amendment(IDENTITY, set, false)).isEmpty();
        assertThat(RevisionDecider.amendment(IDENTITY, set, true)).isPresent();
    }

    @Test
    void shouldLeaveWhatOthersAdd() {
        ClusterObjectSet set = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        set.getMetadata().getLabels().put("example.com/team", "a");
        set.getMetadata().getAnnotations().put("example.com/note", "b");

        assertThat(RevisionDecider.amendment(IDENTITY, set, true)).isEmpty();
    }

    @Test
    void shouldKnowTheOriginOnlyWhereAllOfItIsNamed() {
        ClusterObjectSet set = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        assertThat(RevisionOrigin.of(set)).isEqualTo(IDENTITY.origin());

        set.getMetadata().getAnnotations().remove(Annotations.SELECTION);

        assertThat(RevisionOrigin.of(set)).isEmpty();
    }

    @Test
    void shouldCreateTheNextWhenTheContentDiffers() {
        ClusterObjectSet newest = existing(OTHERS, 4, LifecycleState.ACTIVE);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest), name -> false))
                .isInstanceOfSatisfying(
                        Create.class,
                        create -> assertThat(create.plan().set().getMetadata().getName())
                                .isEqualTo("argocd-5"));
    }

    @Test
    void shouldCreateTheNextWhenTheNewestIsArchived() {
        ClusterObjectSet newest = existing(OBJECTS, 4, LifecycleState.ARCHIVED);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest), name -> false))
                .isInstanceOf(Create.class);
    }

    @Test
    void shouldAmendWhenOnlyTheAccountDiffers() {
        // Given
        ClusterObjectSet newest = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        newest.getMetadata().getAnnotations().put("somebody.else/wrote", "this");
        var identity = new RevisionIdentity(
                IDENTITY.extensionName(),
                IDENTITY.extensionUid(),
                IDENTITY.packageName(),
                IDENTITY.bundleName(),
                IDENTITY.bundleVersion(),
                Optional.empty(),
                IDENTITY.bundleReference(),
                IDENTITY.olmProperties(),
                IDENTITY.dependencies(),
                new Identity.Account(new ServiceAccountRef("argocd", "other")),
                IDENTITY.progressDeadlineMinutes(),
                Optional.empty(),
                IDENTITY.origin());

        // Then
        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest), name -> false))
                .isInstanceOf(Keep.class);
        assertThat(decider.decide(identity, OBJECTS, List.of(newest), name -> false))
                .isInstanceOf(Amend.class);
    }

    @Test
    void shouldTakeTheNextFreeNumberWhenOtherSetsHaveTheNames() {
        ClusterObjectSet newest = existing(OTHERS, 4, LifecycleState.ACTIVE);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest), Set.of("argocd-5", "argocd-6")::contains))
                .isInstanceOfSatisfying(Create.class, create -> {
                    assertThat(create.plan().set().getMetadata().getName()).isEqualTo("argocd-7");
                    assertThat(create.plan().set().getSpec().revision()).isEqualTo(7);
                });
    }

    @Test
    void shouldAmendWhenTheExtensionOfThatNameIsAnotherOne() {
        ClusterObjectSet orphan = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        orphan.getMetadata().setOwnerReferences(List.of());

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(orphan), name -> false))
                .isInstanceOf(Amend.class);
    }
}
