package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.migrated;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Gadgets.createGadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.unfinishedGadget;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.finish;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.object.Revision;
import io.olm4j.testsupport.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
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
    void shouldGoOnInTheNextCallWhenDeletionsTakeTooLong() {
        // Given a clock by which every look at it takes two seconds
        String namespace = fixture.namespace();
        ObjectNode[] objects = IntStream.range(0, 40)
                .mapToObj(i -> configMap(namespace, "one-of-many-" + i, "a"))
                .toArray(ObjectNode[]::new);
        Revision revision = revision("slow-" + namespace, 1, phase("deploy", objects));
        fixture.rollOut(revision);
        var now = new AtomicReference<>(Instant.now());
        RevisionEngine engine = fixture.newEngine(() -> now.updateAndGet(at -> at.plusSeconds(2)));

        // When
        TeardownResult result =
                engine.tearDown(revision, fixture.identity(), () -> TeardownPolicy.of(DefinitionTeardown.DELETE));

        // Then
        assertThat(result)
                .isInstanceOfSatisfying(
                        TeardownResult.InProgress.class,
                        unfinished -> assertThat(unfinished.message())
                                .contains("is not deleted yet: this pass took too long"));
        await().atMost(PATIENCE)
                .until(
                        () -> engine.tearDown(
                                revision, fixture.identity(), () -> TeardownPolicy.of(DefinitionTeardown.DELETE)),
                        TeardownResult.Complete.class::isInstance);
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
    void shouldSayWhyTheCustomResourcesOfADefinitionAreNeitherListedNorDeleted() {
        // Given a custom resource that is stored at another version, and no webhook that converts it
        String namespace = fixture.namespace();
        Revision revision = operator(namespace);
        fixture.rollOut(revision);
        createGadget(fixture.admin(), namespace);
        storeAtANewVersion(namespace);

        // Then
        awaitInProgress(
                revision,
                DefinitionTeardown.WAIT_WHILE_IN_USE,
                "(the API server does not list its custom resources: ",
                "conversion webhook for " + namespace);

        // When
        definition(namespace).delete();

        // Then
        awaitInProgress(
                revision,
                DefinitionTeardown.DELETE,
                "its instances are not deleted: ",
                "its instances are not listed: ",
                "conversion webhook for " + namespace);

        // When
        // The API server still writes the status of the definition.
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(() -> definition(namespace).edit(crd -> {
                            crd.getSpec().setConversion(null);
                            return crd;
                        })
                        != null);

        // Then
        fixture.tearDown(revision);
    }

    @Test
    void shouldSayWhatANamespaceThatIsBeingDeletedWaitsFor() {
        // Given
        String namespace = "held-" + fixture.namespace();
        Revision revision = revision("namespace-" + namespace, 1, phase("namespaces", yaml("""
                apiVersion: v1
                kind: Namespace
                metadata: {name: %s}
                """.formatted(namespace))));
        fixture.rollOut(revision);
        ObjectNode held = configMap(namespace, "held", "a");
        held.withObject("/metadata").putArray("finalizers").add("example.com/finish");
        fixture.admin().resource(held.toString()).create();
        String reason = "has finalizers remaining: example.com/finish in 1 resource instances";

        // When
        awaitInProgress(revision, DefinitionTeardown.DELETE, "Namespace.v1 " + namespace + " (", reason);

        // Then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.pass(revision).toString())
                        .contains("Namespace.v1 " + namespace + ": is being deleted (", reason));

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("held").edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });

        // Then
        fixture.tearDown(revision);
    }

    @Test
    void shouldKeepANamespaceThatAnotherRevisionNeeds() {
        // Given
        String name = "needed-by-another-" + fixture.namespace();
        ObjectNode namespace = yaml("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name));
        Revision revision = revision(name, 2, phase("namespaces", namespace));
        fixture.rollOut(revision);

        // When
        TeardownResult result = fixture.tearDownBesideAnother(revision);

        // Then
        assertThat(result).isInstanceOf(TeardownResult.Complete.class);
        assertThat(fixture.admin().namespaces().withName(name).require().getMetadata())
                .satisfies(metadata -> {
                    assertThat(metadata.getDeletionTimestamp()).isNull();
                    assertThat(metadata.getAnnotations())
                            .doesNotContainKeys(Annotations.REVISION_UID, Annotations.REVISION_NAME);
                });
    }

    private static void awaitInProgress(Revision revision, DefinitionTeardown definitions, String... texts) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fixture.tearDownPass(revision, definitions))
                        .isInstanceOfSatisfying(
                                TeardownResult.InProgress.class,
                                inProgress -> assertThat(inProgress.message()).contains(texts)));
    }

    private static void storeAtANewVersion(String namespace) {
        ObjectNode changed = gadgetCrd(namespace);
        ArrayNode versions = changed.withArray("/spec/versions");
        ObjectNode stored = (ObjectNode) versions.get(0);
        versions.add(stored.deepCopy().put("name", "v2"));
        stored.put("storage", false);
        changed.withObject("/spec").set("conversion", yaml("""
                strategy: Webhook
                webhook:
                  conversionReviewVersions: [v1]
                  clientConfig: {service: {namespace: %s, name: none}}
                """.formatted(namespace)));
        definition(namespace).edit(crd -> {
            crd.setSpec(Serialization.unmarshal(changed.toString(), CustomResourceDefinition.class)
                    .getSpec());
            return crd;
        });
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

    @Test
    void shouldDeleteWhatTheOriginalGaveToTheExtension() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = migrated(operator(namespace));
        createOwned(gadgetCrd(namespace), revision);
        createOwned(deployment(namespace, "app"), revision);

        // When
        fixture.tearDown(revision);

        // Then
        assertThat(apps(namespace)).isEmpty();
        assertThat(definition(namespace).get()).isNull();
    }

    @Test
    void shouldLeaveWhatTheExtensionControlsAloneIfTheOriginalDidNotInstallIt() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = operator(namespace);
        createOwned(deployment(namespace, "app"), revision);

        // When
        fixture.tearDown(revision);

        // Then
        assertThat(apps(namespace))
                .singleElement()
                .satisfies(app ->
                        assertThat(app.getMetadata().getDeletionTimestamp()).isNull());
    }

    @Test
    void shouldKeepDefinitionsWithoutTheOwnersThatTheOriginalAndAnEarlierOlm4jWrote() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = migrated(operator(namespace));
        createOwned(gadgetCrd(namespace), revision);

        // When
        await().atMost(PATIENCE)
                .until(
                        () -> fixture.tearDownPass(revision, DefinitionTeardown.KEEP),
                        TeardownResult.Complete.class::isInstance);

        // Then
        assertThat(definition(namespace).require().getMetadata()).satisfies(metadata -> {
            assertThat(metadata.getDeletionTimestamp()).isNull();
            assertThat(metadata.getOwnerReferences())
                    .extracting(OwnerReference::getKind)
                    .containsExactly("Widget");
        });
    }

    @Test
    void shouldNotLetGoOfADefinitionThatTheGarbageCollectorWouldDelete() {
        // Given an account without rights
        String namespace = fixture.namespace();
        Revision revision = migrated(operator(namespace));
        createOwned(gadgetCrd(namespace), revision);
        fixture.admin()
                .serviceAccounts()
                .inNamespace(namespace)
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("powerless")
                        .endMetadata()
                        .build())
                .create();
        var powerless = TestCluster.shared().cluster().clientForServiceAccount(namespace, "powerless");

        // When
        TeardownResult kept = fixture.tearDownPass(
                revision, DefinitionTeardown.KEEP, ActingIdentity.controller(ObjectClient.of(powerless)));

        // Then
        assertThat(kept)
                .isInstanceOfSatisfying(
                        TeardownResult.Refused.class,
                        refused -> assertThat(refused.message())
                                .contains(
                                        "grant it \"patch\" on customresourcedefinitions",
                                        "the garbage collector would delete it with its owner"));
    }

    /** Creates an object as the original does: the extension controls it. */
    private static void createOwned(ObjectNode object, Revision revision) {
        ObjectNode owned = object.deepCopy();
        ArrayNode owners = owned.withObject("/metadata").withArrayProperty("ownerReferences");
        owner(owners, "olm.operatorframework.io/v1", "ClusterExtension", revision.ownerUid())
                .put("controller", true);
        owner(owners, "olm.operatorframework.io/v1", "ClusterObjectSet", "former");
        owner(owners, "example.com/v1", "Widget", "w");
        fixture.admin()
                .resource(Serialization.unmarshal(owned.toString(), GenericKubernetesResource.class))
                .create();
    }

    private static ObjectNode owner(ArrayNode owners, String apiVersion, String kind, String uid) {
        return owners.addObject()
                .put("apiVersion", apiVersion)
                .put("kind", kind)
                .put("name", "n")
                .put("uid", uid);
    }

    private static Resource<CustomResourceDefinition> definition(String namespace) {
        return fixture.admin()
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(gadgetCrd(namespace).at("/metadata/name").asText());
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
