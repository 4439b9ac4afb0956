package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Objects.createGadget;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.finish;
import static io.olm4j.testsupport.Objects.gadgetCrd;
import static io.olm4j.testsupport.Objects.unfinishedGadget;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.object.Revision;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the order in which the objects of a revision are deleted. */
class RevisionTeardownIT {

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    @Test
    void shouldKeepTheOperatorUntilItHasFinishedItsCustomResources() {
        // Given an operator, and a custom resource that only it can finish
        String namespace = fixture.namespace();
        Revision revision = operator(namespace);
        fixture.rollOut(revision);
        Resource<GenericKubernetesResource> custom = unfinishedGadget(fixture.admin(), namespace);

        // When
        tearDownUntilDeleted(custom, revision);

        // Then
        await().during(Duration.ofSeconds(1)).atMost(PATIENCE).untilAsserted(() -> {
            assertThat(fixture.tearDownPass(revision))
                    .isInstanceOfSatisfying(
                            TeardownResult.InProgress.class,
                            inProgress -> assertThat(inProgress.message())
                                    .contains("waiting in phase \"crds\" until these are deleted", "its instance"));
            assertThat(apps(namespace)).hasSize(1);
        });

        // When
        finish(custom);

        // Then
        fixture.tearDown(revision);
        assertThat(apps(namespace)).isEmpty();
    }

    @Test
    void shouldWaitWhileCustomResourcesExistWhereThePolicySaysSo() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = operator(namespace);
        fixture.rollOut(revision);
        Resource<GenericKubernetesResource> custom = createGadget(fixture.admin(), namespace);

        // When
        TeardownResult waiting = fixture.tearDownPass(revision, DefinitionTeardown.WAIT_WHILE_IN_USE);

        // Then
        assertThat(waiting)
                .isInstanceOfSatisfying(
                        TeardownResult.InProgress.class,
                        inProgress -> assertThat(inProgress.message()).contains("(1 custom resource exists)"));
        assertThat(apps(namespace)).hasSize(1);
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();

        // When
        custom.delete();

        // Then
        await().atMost(PATIENCE)
                .until(
                        () -> fixture.tearDownPass(revision, DefinitionTeardown.WAIT_WHILE_IN_USE),
                        TeardownResult.Complete.class::isInstance);
    }

    @Test
    void shouldKeepDefinitionsWithoutTheMarksOfTheRevision() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = operator(namespace);
        fixture.rollOut(revision);
        Resource<GenericKubernetesResource> custom = createGadget(fixture.admin(), namespace);

        // When
        await().atMost(PATIENCE)
                .until(
                        () -> fixture.tearDownPass(revision, DefinitionTeardown.KEEP),
                        TeardownResult.Complete.class::isInstance);

        // Then
        assertThat(apps(namespace)).isEmpty();
        assertThat(custom.require().getMetadata().getDeletionTimestamp()).isNull();
        Revision other = revision("other-" + namespace, 1, revision.phases().toArray(ResolvedPhase[]::new));
        assertThat(fixture.pass(other))
                .isInstanceOfSatisfying(
                        RolloutResult.Collisions.class,
                        collisions -> assertThat(collisions.message()).contains("exists already"));
    }

    private static void tearDownUntilDeleted(Resource<GenericKubernetesResource> custom, Revision... revisions) {
        await().atMost(PATIENCE).until(() -> {
            for (Revision revision : revisions) {
                assertThat(fixture.tearDownPass(revision)).isInstanceOf(TeardownResult.InProgress.class);
            }
            return custom.require().getMetadata().getDeletionTimestamp() != null;
        });
    }

    private static Revision operator(String namespace) {
        return revision(
                "operator-" + namespace,
                1,
                phase("crds", gadgetCrd(namespace)),
                phase("deploy", deployment(namespace, "app")));
    }

    private static List<Deployment> apps(String namespace) {
        return fixture.admin()
                .apps()
                .deployments()
                .inNamespace(namespace)
                .list()
                .getItems();
    }
}
