package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Gadgets.gadgets;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.deployment;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.olm4j.applier.object.Revision;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests when a phase begins. */
class RevisionEngineIT {

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    @Test
    void shouldBeginAPhaseWhenTheOneBeforeItIsAvailable() {
        // Given a Deployment that no node can run
        String namespace = fixture.namespace();
        ObjectNode deployment = deployment(namespace, "app");
        deployment.withObject("/spec/template/spec/nodeSelector").put("nowhere", "yes");
        Revision stuck = revision(
                "ordered-" + namespace,
                1,
                phase("deploy", deployment, configMap(namespace, "beside", "a")),
                phase("publish", configMap(namespace, "later", "a")));

        // When
        await().atMost(PATIENCE).until(() -> fixture.pass(stuck), RolloutResult.Incomplete.class::isInstance);

        // Then
        assertThat(fixture.pass(stuck))
                .isInstanceOfSatisfying(
                        RolloutResult.Incomplete.class,
                        incomplete -> assertThat(incomplete.phase()).isEqualTo("deploy"));
        assertThat(names(namespace)).contains("beside").doesNotContain("later");

        // When the revision wants a Deployment that a node can run
        deployment.withObject("/spec/template/spec").remove("nodeSelector");

        // Then
        fixture.rollOut(stuck);
        assertThat(names(namespace)).contains("beside", "later");
    }

    @Test
    void shouldRollOutADefinitionAndItsCustomResourceInOnePhase() {
        // Given
        String namespace = fixture.namespace();
        Revision together =
                revision("together-" + namespace, 1, phase("all", gadget(namespace, "first"), gadgetCrd(namespace)));

        // When
        fixture.rollOut(together);

        // Then
        assertThat(gadgets(fixture.admin(), namespace)
                        .inNamespace(namespace)
                        .withName("first")
                        .get())
                .isNotNull();
    }

    @Test
    void shouldSayThatADefinitionComesAfterItsCustomResource() {
        // Given
        String namespace = fixture.namespace();
        Revision backwards = revision(
                "backwards-" + namespace,
                1,
                phase("deploy", gadget(namespace, "first"), configMap(namespace, "beside", "a")),
                phase("crds", gadgetCrd(namespace)));

        // When
        RolloutResult result = fixture.pass(backwards);

        // Then
        assertThat(result)
                .isEqualTo(new RolloutResult.Failed("establish watch: no matches for kind \"Gadget\" in version \""
                        + namespace + ".example.com/v1\": its CustomResourceDefinition is in the later phase"
                        + " \"crds\": put it into an earlier phase"));
        assertThat(names(namespace)).contains("beside");
    }

    @Test
    void shouldRefuseAClusterScopedObjectThatIsThereTwiceWithDifferentNamespaces() {
        // Given
        String namespace = fixture.namespace();
        ObjectNode role = yaml("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: twice-%1$s, namespace: %1$s}
                rules: []
                """.formatted(namespace));
        ObjectNode again = role.deepCopy();
        again.withObject("/metadata").put("namespace", "other");

        // When
        RolloutResult result = fixture.pass(revision("twice-" + namespace, 1, phase("a", role), phase("b", again)));

        // Then
        assertThat(result)
                .isInstanceOfSatisfying(
                        RolloutResult.Invalid.class,
                        invalid -> assertThat(invalid.message())
                                .endsWith("/twice-" + namespace + " is in phase \"a\" and again in phase \"b\": install"
                                        + " a bundle version that holds it once"));
    }

    @Test
    void shouldWriteNothingMoreWhenItStops() {
        // Given
        String namespace = fixture.namespace();
        Revision revision = revision("stopped-" + namespace, 1, phase("deploy", configMap(namespace, "settings", "a")));
        RevisionEngine engine = fixture.newEngine();
        engine.stop();

        // When
        RolloutResult result = engine.rollOut(revision, fixture.identity()).result();

        // Then
        assertThat(result)
                .isEqualTo(new RolloutResult.Incomplete(
                        "deploy", "the controller stops; its successor goes on with phase \"deploy\""));
        assertThat(names(namespace)).doesNotContain("settings");
    }

    @Test
    void shouldGoOnInTheNextCallWhenWritesTakeTooLong() {
        // Given a clock by which every look at it takes two seconds
        String namespace = fixture.namespace();
        ObjectNode[] objects = IntStream.range(0, 40)
                .mapToObj(i -> configMap(namespace, "one-of-many-" + i, "a"))
                .toArray(ObjectNode[]::new);
        Revision revision = revision("slow-" + namespace, 1, phase("deploy", objects));
        var now = new AtomicReference<>(Instant.now());
        RevisionEngine engine = fixture.newEngine(() -> now.updateAndGet(at -> at.plusSeconds(2)));

        // When
        RolloutResult result = engine.rollOut(revision, fixture.identity()).result();

        // Then
        assertThat(result)
                .isInstanceOfSatisfying(
                        RolloutResult.Incomplete.class,
                        incomplete -> assertThat(incomplete.message())
                                .contains("it is not written yet: this pass took too long"));
        assertThat(names(namespace))
                .filteredOn(name -> name.startsWith("one-of-many-"))
                .hasSizeBetween(Turn.MIN_WRITES, 39);
        await().atMost(EngineFixture.PATIENCE)
                .until(() -> engine.rollOut(revision, fixture.identity()).result() instanceof RolloutResult.Complete);
        assertThat(names(namespace))
                .filteredOn(name -> name.startsWith("one-of-many-"))
                .hasSize(40);
    }

    private static List<String> names(String namespace) {
        return fixture.admin().configMaps().inNamespace(namespace).list().getItems().stream()
                .map(ConfigMap::getMetadata)
                .map(metadata -> metadata.getName())
                .toList();
    }
}
