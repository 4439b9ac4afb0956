package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.beside;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.applier.engine.EngineFixture.succeeded;
import static io.olm4j.testsupport.Gadgets.awaitGadgets;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.api.Annotations;
import io.olm4j.applier.cluster.ApiGroup;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.Revision;
import io.olm4j.testsupport.Faults;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests what happens to an object after the API server stopped to serve the version that the revision has it at. */
class UnservedVersionIT {

    private static final String OLD = "v1alpha1";

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    private final KubernetesClient admin = fixture.admin();
    private final String namespace = fixture.namespace();
    private final Revision revision = revision("unserved-" + namespace, 1, phase("deploy", gadgetAtOldVersion()));
    private final Resource<GenericKubernetesResource> gadget =
            gadgets(admin, namespace).inNamespace(namespace).withName("first");

    @BeforeEach
    void rollOut() {
        admin.resource(definitionOfTwoVersions().toString()).create();
        awaitGadgets(admin, namespace);
        fixture.rollOut(revision);
        assertThat(gadget.get()).isNotNull();
        stopServingTheOldVersion();
    }

    @Test
    void shouldDeleteItAtAnotherVersionInTheSameProcess() {
        fixture.tearDown(revision);

        assertThat(gadget.get()).isNull();
    }

    @Test
    void shouldDeleteItAtAnotherVersionInANewProcess() {
        RevisionEngine successor = fixture.newEngine();

        await().atMost(PATIENCE)
                .until(
                        () -> successor.tearDown(
                                revision, fixture.identity(), () -> TeardownPolicy.of(DefinitionTeardown.DELETE)),
                        TeardownResult.Complete.class::isInstance);

        assertThat(gadget.get()).isNull();
    }

    @Test
    void shouldNotTakeItForDeletedWhileTheServedVersionsAreNotKnown() {
        // Given
        String discovery = "/apis/" + namespace + ".example.com";
        fixture.requests()
                .inject(chain -> chain.request().url().encodedPath().matches(Pattern.quote(discovery) + "(/[^/]*)?")
                        ? Faults.answer(503).intercept(chain)
                        : chain.proceed(chain.request()));
        try {
            // Then
            assertThat(fixture.tearDownPass(revision)).isInstanceOf(TeardownResult.Failed.class);
            assertThat(fixture.orphan(revision)).isPresent();
            assertThat(gadget.get()).isNotNull();
        } finally {
            fixture.requests().inject(chain -> chain.proceed(chain.request()));
        }

        // When the API server answers again
        fixture.tearDown(revision);

        // Then
        assertThat(gadget.get()).isNull();
    }

    @Test
    void shouldOrphanItAtAnotherVersionInTheSameProcess() {
        assertThat(fixture.orphan(revision)).isEmpty();

        assertThatItHasNoMarks();
    }

    @Test
    void shouldOrphanItAtAnotherVersionInANewProcess() {
        assertThat(fixture.newEngine().orphan(revision, fixture.identity())).isEmpty();

        assertThatItHasNoMarks();
    }

    @Test
    void shouldNameAVersionThatIsServedInTheRollOutAndInTheAvailability() {
        String text = "the cluster serves this kind at other versions only, such as v1; install";
        RevisionEngine successor = fixture.newEngine();

        RolloutReport report = successor.rollOut(revision, fixture.identity());
        Availability observed = successor.observe(revision);

        assertThat(report.result())
                .isInstanceOfSatisfying(
                        RolloutResult.Failed.class,
                        failed -> assertThat(failed.message()).contains(text));
        assertThat(List.of(report.availability(), observed))
                .allSatisfy(availability -> assertThat(availability)
                        .isInstanceOfSatisfying(
                                Availability.Unknown.class,
                                unknown -> assertThat(unknown.message()).contains("/first: cannot be read: ", text)));
    }

    @Test
    void shouldNotSayThatADefinitionIsNotServedYetWhenItServesOtherVersions() {
        // Given a revision whose definition has the old version, under an owner of which a newer one is rolled out
        Revision old = revision(
                "dropped-" + namespace,
                1,
                phase("crds", definitionOfTwoVersions()),
                phase("deploy", gadgetAtOldVersion()));
        definition().delete();
        await().atMost(PATIENCE).until(() -> definition().get() == null);
        Revision newer = revision("dropped-" + namespace, 2, phase("crds", gadgetCrd(namespace)));
        fixture.rollOut(newer);
        awaitGadgets(admin, namespace);

        // When
        RolloutReport report = fixture.newEngine().rollOut(succeeded(beside(old, newer)), fixture.identity());

        // Then
        assertThat(report.result())
                .isInstanceOfSatisfying(
                        RolloutResult.Failed.class,
                        failed -> assertThat(failed.message())
                                .endsWith("its CustomResourceDefinition is there, but does not serve this version, or"
                                        + " not yet; it serves others, such as v1"));
    }

    @Test
    void shouldBeDoneWhenNoVersionIsServed() {
        // Given
        definition().delete();
        await().atMost(PATIENCE).until(() -> definition().get() == null);

        // When
        TeardownResult result = fixture.tearDownPass(revision);

        // Then
        assertThat(result).isInstanceOf(TeardownResult.Complete.class);
    }

    private void assertThatItHasNoMarks() {
        var metadata = gadget.require().getMetadata();
        assertThat(metadata.getOwnerReferences()).isEmpty();
        assertThat(metadata.getAnnotations()).doesNotContainKeys(Annotations.REVISION_UID, Annotations.REVISION_NAME);
    }

    private ObjectNode gadgetAtOldVersion() {
        return gadget(namespace, "first").put("apiVersion", apiVersion(OLD));
    }

    private String apiVersion(String version) {
        return namespace + ".example.com/" + version;
    }

    private ObjectNode definitionOfTwoVersions() {
        ObjectNode crd = gadgetCrd(namespace);
        var versions = crd.withArray("/spec/versions");
        ObjectNode old = versions.get(0).deepCopy();
        versions.add(old.put("name", OLD).put("storage", false));
        return crd;
    }

    private Resource<CustomResourceDefinition> definition() {
        return admin.apiextensions().v1().customResourceDefinitions().withName("gadgets." + namespace + ".example.com");
    }

    private void stopServingTheOldVersion() {
        definition().edit(crd -> {
            crd.getSpec().getVersions().stream()
                    .filter(version -> version.getName().equals(OLD))
                    .forEach(version -> version.setServed(false));
            return crd;
        });
        var reader = ObjectClient.of(admin);
        await().atMost(PATIENCE)
                .until(() -> reader.read(ApiGroup.path(apiVersion(OLD))).isEmpty()
                        && reader.read(ApiGroup.path(apiVersion(OLD)) + "/gadgets")
                                .isEmpty());
    }
}
