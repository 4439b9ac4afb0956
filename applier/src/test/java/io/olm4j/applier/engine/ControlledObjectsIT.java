package io.olm4j.applier.engine;

import static io.olm4j.applier.engine.EngineFixture.PATIENCE;
import static io.olm4j.applier.engine.EngineFixture.phase;
import static io.olm4j.applier.engine.EngineFixture.revision;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.Revision;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the search for the objects of a revision whose content is lost. */
class ControlledObjectsIT {

    private static final int UNAVAILABLE = 503;

    @AutoClose
    private static final EngineFixture fixture = new EngineFixture();

    private final KubernetesClient admin = fixture.admin();
    private final String namespace = fixture.namespace();

    @Test
    void shouldFindEachObjectOnceAlsoAtAVersionThatIsNotPreferred() {
        // Given a group that prefers v1, and a kind of it that exists at v1 and at v1beta1, and one only at v1beta1
        ObjectNode gadgets = gadgetCrd(namespace);
        var versions = gadgets.withArray("/spec/versions");
        ObjectNode beta = versions.get(0).deepCopy();
        versions.add(beta.put("name", "v1beta1").put("storage", false));
        ObjectNode gizmos = yaml(gadgetCrd(namespace).toString().replace("adget", "izmo"));
        gizmos.withObject("/spec/versions/0").put("name", "v1beta1");
        ObjectNode gizmo = gadget(namespace, "second").put("kind", "Gizmo").put("apiVersion", group() + "/v1beta1");
        Revision revision = revision(
                "found-" + namespace,
                1,
                phase("crds", gadgets, gizmos),
                phase("deploy", gadget(namespace, "first"), gizmo, configMap(namespace, "settings", "a")));
        fixture.rollOut(revision);

        // When
        ControlledContent found = fixture.controlledBy(revision);

        // Then
        assertThat(refs(found)).containsExactlyInAnyOrderElementsOf(refs(ControlledContent.of(revision.phases())));
    }

    @Test
    void shouldFindObjectsOnEachPageOfAList() {
        // Given more objects than a page has
        Revision revision = revision(
                "paged-" + namespace,
                1,
                phase(
                        "deploy",
                        IntStream.range(0, 25)
                                .mapToObj(i -> configMap(namespace, "settings-" + i, "a"))
                                .toArray(ObjectNode[]::new)));
        fixture.rollOut(revision);

        // When
        ControlledContent found = fixture.controlledBy(revision);

        // Then
        assertThat(refs(found)).containsExactlyInAnyOrderElementsOf(refs(ControlledContent.of(revision.phases())));
        assertThat(found.gap()).isEmpty();
    }

    @Test
    void shouldFindTheOtherObjectsAndNameTheApiThatDoesNotAnswer() {
        // Given
        Revision revision = revision("gap-" + namespace, 1, phase("deploy", configMap(namespace, "settings", "a")));
        fixture.rollOut(revision);
        var broken = admin.resource("""
                apiVersion: apiregistration.k8s.io/v1
                kind: APIService
                metadata: {name: v1.%1$s}
                spec:
                  group: %1$s
                  version: v1
                  groupPriorityMinimum: 1000
                  versionPriority: 15
                  insecureSkipTLSVerify: true
                  service: {name: none, namespace: %2$s}
                """.formatted(group(), namespace));
        broken.create();
        try {
            await().atMost(PATIENCE).until(this::isUnavailable);

            // When
            ControlledContent found = fixture.controlledBy(revision);

            // Then
            assertThat(refs(found)).containsExactlyElementsOf(refs(ControlledContent.of(revision.phases())));
            assertThat(found.gap())
                    .hasValueSatisfying(gap -> assertThat(gap)
                            .contains(
                                    group() + "/v1",
                                    "kinds of which it may have objects cannot be listed",
                                    "delete its APIService"));
        } finally {
            broken.delete();
        }
    }

    private boolean isUnavailable() {
        try {
            var _ = ObjectClient.of(admin).read("/apis/" + group() + "/v1");
            return false;
        } catch (ApiException e) {
            return e.code() == UNAVAILABLE;
        }
    }

    private String group() {
        return namespace + ".example.com";
    }

    private static List<ObjectRef> refs(ControlledContent content) {
        return content.phases().stream()
                .flatMap(phase -> phase.objects().stream())
                .map(object -> object.ref())
                .toList();
    }
}
