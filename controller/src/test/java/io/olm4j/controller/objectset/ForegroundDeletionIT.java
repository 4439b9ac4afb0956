package io.olm4j.controller.objectset;

import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.unfinishedGadget;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.finish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.Revisions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that the teardown keeps its order with --cascade=foreground, although the garbage collector deletes all
 * dependents at once.
 */
class ForegroundDeletionIT {

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    private static ClusterObjectSet packed(ServiceAccountRef account, String name) {
        String namespace = account.namespace();
        ClusterExtension extension = SetControllerFixture.extension(name, account);
        RevisionPlan plan = (RevisionPlan) new RevisionBuilder(SetControllerFixture.SYSTEM)
                .build(
                        new RevisionIdentity(
                                name,
                                extension.getMetadata().getUid(),
                                "gadget",
                                "gadget.v1",
                                "1.0.0",
                                Optional.empty(),
                                "example.com/gadget@sha256:0",
                                Optional.empty(),
                                Optional.empty(),
                                new Identity.Account(account),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        List.of(
                                gadgetCrd(namespace),
                                configMap(namespace, "settings", "a"),
                                deployment(namespace, "app")),
                        1);
        return new Revisions(fixture.admin(), SetControllerFixture.SYSTEM).create(plan);
    }

    @ParameterizedTest
    @ValueSource(strings = {"set", "extension"})
    void shouldKeepTheOperatorUntilItsCustomResourcesAreGone(String deleted) {
        // Given a revision with its objects in Secrets, and a custom resource whose finalizer only the operator removes
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String name = "foreground-" + namespace;
        ClusterObjectSet set = packed(account, name);
        fixture.awaitRolledOut(set);
        Resource<GenericKubernetesResource> custom = unfinishedGadget(fixture.admin(), namespace);

        // When
        HasMetadata object = deleted.equals("set")
                ? set
                : fixture.admin()
                        .resources(ClusterExtension.class)
                        .withName(name)
                        .get();
        fixture.admin()
                .resource(object)
                .withPropagationPolicy(DeletionPropagation.FOREGROUND)
                .delete();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> custom.get().getMetadata().getDeletionTimestamp() != null);

        // Then everything that the operator needs stays, and the set reports what it waits for
        Condition deleting = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.DELETING);
        assertThat(deleting.message())
                .startsWith("Deleting since 20")
                .contains("waiting in phase \"crds\" until these are deleted:"
                        + " CustomResourceDefinition.apiextensions.k8s.io/v1 gadgets."
                        + namespace + ".example.com");
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(fixture.condition(set, ConditionTypes.PROGRESSING)
                                .orElseThrow()
                                .message())
                        .contains("its instance \"" + namespace
                                + "/first\" has the finalizers [\"example.com/finish\"]"));
        await().during(Duration.ofSeconds(3)).atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
            assertThat(fixture.admin()
                            .apps()
                            .deployments()
                            .inNamespace(namespace)
                            .withName("app")
                            .get()
                            .isMarkedForDeletion())
                    .isFalse();
            assertThat(fixture.configMap(namespace, "settings").isMarkedForDeletion())
                    .isFalse();
            assertThat(secretsOf(set)).isNotZero();
        });

        // When
        finish(custom);

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings")).isNull();
        await().atMost(Duration.ofMinutes(2)).until(() -> secretsOf(set) == 0);
    }

    @Test
    void shouldTakeDownWhatItControlsWhenTheContentIsLost() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        ClusterObjectSet set = packed(account, "lost-" + namespace);
        fixture.awaitRolledOut(set);
        fixture.admin()
                .secrets()
                .inNamespace(SetControllerFixture.SYSTEM)
                .withLabel(Labels.REVISION_NAME, set.getMetadata().getName())
                .delete();

        // When
        fixture.admin().resource(set).delete();

        // Then
        fixture.awaitGone(set);
        assertThat(fixture.configMap(namespace, "settings")).isNull();
        assertThat(fixture.admin()
                        .apps()
                        .deployments()
                        .inNamespace(namespace)
                        .withName("app")
                        .get())
                .isNull();
        assertThat(fixture.admin()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("gadgets." + namespace + ".example.com")
                        .get())
                .isNull();
    }

    private static int secretsOf(ClusterObjectSet set) {
        return fixture.admin()
                .secrets()
                .inNamespace(SetControllerFixture.SYSTEM)
                .withLabel(Labels.REVISION_NAME, set.getMetadata().getName())
                .list()
                .getItems()
                .size();
    }
}
