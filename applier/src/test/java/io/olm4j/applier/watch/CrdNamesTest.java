package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CrdNamesTest {

    private static GenericKubernetesResource crd(int generation, String annotation, String established) {
        return crd(generation, annotation, established, "v1, v2");
    }

    private static GenericKubernetesResource crd(
            int generation, String annotation, String established, String storedVersions) {
        return CrdNames.reduce(Serialization.unmarshal(
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata:
                  name: gadgets.example.com
                  generation: %d
                  annotations: {note: %s}
                spec:
                  group: example.com
                  names: {kind: Gadget, plural: gadgets}
                  scope: Namespaced
                  versions:
                  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
                  - {name: v2, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}
                status:
                  conditions:
                  - {type: Established, status: "%s", lastTransitionTime: "2026-01-01T00:00:00Z", message: m}
                  storedVersions: [%s]
                """.formatted(generation, annotation, established, storedVersions), GenericKubernetesResource.class));
    }

    @Test
    void shouldKeepNamesAndServedVersionsOfReducedDefinition() {
        assertThat(CrdNames.of(crd(1, "a", "True"))).isEqualTo(new CrdNames("example.com", "Gadget", Set.of("v1")));
    }

    @Test
    void shouldNotDifferWhenOnlyAnnotationsChange() {
        assertThat(CrdNames.differ(crd(1, "a", "True"), crd(1, "b", "True"))).isFalse();
    }

    @Test
    void shouldDifferWhenTheSpecOrAConditionChanges() {
        assertThat(CrdNames.differ(crd(1, "a", "True"), crd(2, "a", "True"))).isTrue();
        assertThat(CrdNames.differ(crd(1, "a", "False"), crd(1, "a", "True"))).isTrue();
    }

    @Test
    void shouldDifferWhenAVersionIsNotStoredAnyMore() {
        assertThat(CrdNames.differ(crd(1, "a", "True", "v1, v2"), crd(1, "a", "True", "v1")))
                .isTrue();
    }
}
