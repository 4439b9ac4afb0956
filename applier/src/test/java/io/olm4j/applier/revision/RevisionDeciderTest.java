package io.olm4j.applier.revision;

import static io.olm4j.applier.testing.Trees.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionDecision.Amend;
import io.olm4j.applier.revision.RevisionDecision.Create;
import io.olm4j.applier.revision.RevisionDecision.Keep;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import java.util.List;
import java.util.Optional;
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
        assertThat(decider.decide(IDENTITY, OBJECTS, List.of()))
                .isInstanceOfSatisfying(
                        Create.class,
                        create -> assertThat(create.plan().set().getMetadata().getName())
                                .isEqualTo("argocd-1"));
    }

    @Test
    void shouldKeepTheNewestWhenItsContentIsTheSame() {
        ClusterObjectSet old = existing(OTHERS, 1, LifecycleState.ARCHIVED);
        ClusterObjectSet newest = existing(OBJECTS, 2, LifecycleState.ACTIVE);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest, old))).isEqualTo(new Keep(newest));
    }

    @Test
    void shouldCreateTheNextWhenTheContentDiffers() {
        ClusterObjectSet newest = existing(OTHERS, 4, LifecycleState.ACTIVE);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest)))
                .isInstanceOfSatisfying(
                        Create.class,
                        create -> assertThat(create.plan().set().getMetadata().getName())
                                .isEqualTo("argocd-5"));
    }

    @Test
    void shouldCreateTheNextWhenTheNewestIsArchived() {
        ClusterObjectSet newest = existing(OBJECTS, 4, LifecycleState.ARCHIVED);

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest))).isInstanceOf(Create.class);
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
                IDENTITY.bundleReference(),
                IDENTITY.olmProperties(),
                Optional.of(new ServiceAccountRef("argocd", "other")),
                IDENTITY.progressDeadlineMinutes());

        // Then
        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(newest))).isInstanceOf(Keep.class);
        assertThat(decider.decide(identity, OBJECTS, List.of(newest))).isInstanceOf(Amend.class);
    }

    @Test
    void shouldAmendWhenTheExtensionOfThatNameIsAnotherOne() {
        ClusterObjectSet orphan = existing(OBJECTS, 2, LifecycleState.ACTIVE);
        orphan.getMetadata().setOwnerReferences(List.of());

        assertThat(decider.decide(IDENTITY, OBJECTS, List.of(orphan))).isInstanceOf(Amend.class);
    }
}
